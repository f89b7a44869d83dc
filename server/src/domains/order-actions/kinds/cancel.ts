import { setTimeout as sleep } from "node:timers/promises";
import type { BothAmounts, PlanOf } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { compareAmounts, isZero, moneyWords, subtractAmounts } from "../amounts.ts";
import { bag, bagField } from "../store/money-bag.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Doing, Done, Preparing } from "./action-kind.ts";
import { markedNote, markOf } from "./marked-note.ts";
import { changedMeanwhile, noResult } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

type Request = {
  reason: string;
  restock: boolean;
  notify: boolean;
  refund: boolean;
  note: string;
  /** What was refunded before, to say what the cancellation refunded. */
  refundedBefore: BothAmounts;
};

/** Begins to cancel an order, which a job of Shopify's does (shopify.dev: orderCancel). It has no idempotency key. */
export const cancelQuery = {
  text: `mutation Cancel(
    $id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $notify: Boolean!, $refund: Boolean!, $note: String!
  ) {
    orderCancel(
      orderId: $id, reason: $reason, restock: $restock, notifyCustomer: $notify, staffNote: $note
      refundMethod: { originalPaymentMethodsRefund: $refund }
    ) {
      job { id done }
      orderCancelUserErrors { field message }
    }
  }`,
  answer: z.object({
    orderCancel: z.object({
      job: z.object({ id: z.string(), done: z.boolean() }).nullable(),
      orderCancelUserErrors: z.array(z.object({ message: z.string() })),
    }),
  }),
};

export const jobQuery = {
  text: "query Job($id: ID!) { job(id: $id) { done } }",
  answer: z.object({ job: z.object({ done: z.boolean() }).nullable() }),
};

export const cancellationQuery = {
  text: `query Cancellation($id: ID!) {
    order(id: $id) { cancelledAt cancellation { staffNote } totalRefundedSet ${bag} }
  }`,
  answer: z.object({
    order: z
      .object({
        cancelledAt: z.string().nullish(),
        cancellation: z.object({ staffNote: z.string().nullish() }).nullish(),
        totalRefundedSet: bagField,
      })
      .nullable(),
  }),
};

const jobLooks = 12;
const jobPauseMs = 700;
/** A job that nobody heard of again is given so long before the order is cancelled again, which Shopify refuses if it was. */
const jobSeconds = 45;

async function perform(doing: Doing<Request>): Promise<Done> {
  const { id, shopifyId, request, store, sentAt } = doing;
  if (sentAt !== null) {
    const ended = await find(doing);
    if (ended) return ended;
    if (Date.now() - Date.parse(sentAt) < jobSeconds * 1000)
      return { end: "unanswered", answer: "Shopify has not cancelled it yet" };
  }
  const order = await doing.read();
  if (sentAt !== null && !doing.isUnchanged(order)) return changedMeanwhile;
  await doing.beforeSending(order);
  const { refundedBefore: _, note, ...choices } = request;
  const variables = { ...choices, id: orderGid(shopifyId), note: markedNote(note, id) };
  const { orderCancel } = await sendOnce(store, cancelQuery, variables);
  const { job, orderCancelUserErrors: errors } = orderCancel;
  if (errors.length > 0 || !job) return { end: "refused", answer: errorWords(errors) };
  if (!(job.done || (await isJobDone(doing, job.id))))
    return { end: "unanswered", answer: "Shopify is still cancelling it" };
  return (await find(doing)) ?? { end: "refused", answer: "Shopify could not cancel it" };
}

async function isJobDone({ store }: Doing<Request>, id: string): Promise<boolean> {
  for (let look = 0; look < jobLooks; look += 1) {
    await sleep(jobPauseMs);
    const { job } = await store.ask(jobQuery, { id });
    if (!job || job.done) return true;
  }
  return false;
}

/** What became of a cancellation: ours has its mark; undefined while the order is not cancelled. */
async function find({ id, shopifyId, request, store }: Doing<Request>): Promise<Done | undefined> {
  const { order } = await store.ask(cancellationQuery, { id: orderGid(shopifyId) });
  if (!order) return { end: "unknown", answer: "The order is no longer at Shopify" };
  if (!order.cancelledAt) return undefined;
  if (!order.cancellation?.staffNote?.includes(markOf(id)))
    return { end: "refused", answer: "The order was cancelled in Shopify meanwhile" };
  const refunded = request.refund ? since(request.refundedBefore, order.totalRefundedSet) : null;
  const words = refunded && !isZero(refunded.amount) ? `, and ${moneyWords(refunded)} was refunded` : "";
  const result = { ...noResult, refunded, at: order.cancelledAt };
  const done = { end: "done" as const, answer: `The order is cancelled${words}`, result };
  return refunded ? { ...done, money: refunded } : done;
}

function since(before: BothAmounts, now: BothAmounts): BothAmounts {
  const shown = now.shown && before.shown ? { now: now.shown, before: before.shown } : null;
  return {
    amount: subtractAmounts(now.currency, now.amount, before.amount),
    currency: now.currency,
    shown: shown && {
      amount: subtractAmounts(shown.now.currency, shown.now.amount, shown.before.amount),
      currency: shown.now.currency,
    },
  };
}

function refusal(order: LiveOrder): string | null {
  if (order.cancelledAt) return "The order is cancelled already";
  if (
    order.lines.some(({ quantity, unsent }) => quantity > unsent) &&
    order.fulfillments.some(({ status }) => status === "OPEN")
  )
    return "A shipment of it is being prepared";
  return null;
}

async function prepare(_context: Preparing, order: LiveOrder, plan: PlanOf<"cancel">) {
  const left = order.suggestedRefund?.maximumRefundableSet ?? null;
  const refund = plan.refund && left && compareAmounts(left.amount, "0") > 0 ? left : null;
  const unsent = order.lines.reduce((sum, line) => sum + (line.isRestockable ? line.unsent : 0), 0);
  const sent = order.lines.reduce((sum, line) => sum + line.quantity - line.unsent, 0);
  return {
    money: refund,
    words: `Cancel ${order.name}${refund ? ` and refund ${moneyWords(refund)}` : ""}`,
    request: {
      reason: plan.reason.toUpperCase(),
      restock: plan.restock,
      notify: plan.notify,
      refund: refund !== null,
      note: plan.note,
      refundedBefore: order.totalRefundedSet,
    },
    outcome: {
      kind: "cancel" as const,
      refund,
      isPaymentLetGo: order.capturable,
      restocked: plan.restock ? unsent : 0,
      sent,
    },
  };
}

export const cancelAction: ActionKind<"cancel", Request> = { kind: "cancel", refusal, prepare, perform };

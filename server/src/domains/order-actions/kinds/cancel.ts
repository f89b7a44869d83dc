import { setTimeout as sleep } from "node:timers/promises";
import type { BothAmounts, PlanOf } from "@deskhand/contract/actions/action-parts";
import type { Money } from "@deskhand/contract/page";
import * as z from "zod";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { compareAmounts, isZero, moneyWords, subtractAmounts } from "../amounts.ts";
import { bag, bagField } from "../store/money-bag.ts";
import { type LiveOrder, orderGid } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { markedNote, markOf } from "./marked-note.ts";
import { noResult, notShown } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

type Request = {
  reason: string;
  restock: boolean;
  notify: boolean;
  refund: boolean;
  note: string;
  /** What it refunds, and what was refunded before, to say what the cancellation refunded. */
  refunds: BothAmounts | null;
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
/** A job that ended without cancelling the order failed; what is read may be some moments behind it. */
const settledSeconds = 60;

async function send({ id, shopifyId, request, store, claim, keepBegun }: Sending<Request>): Promise<Done> {
  const { refundedBefore: _, refunds: _refunds, note, ...choices } = request;
  const variables = { ...choices, id: orderGid(shopifyId), note: markedNote(note, id) };
  await claim();
  const { orderCancel } = await sendOnce(store, cancelQuery, variables);
  const { job, orderCancelUserErrors: errors } = orderCancel;
  if (!job) return { end: "refused", answer: errorWords(errors) };
  await keepBegun(job.id);
  if (!(job.done || (await isJobDone(store, job.id)))) return stillCancelling;
  const found = await find({ id, shopifyId, request, store });
  return found && isWhole(found, request) ? found : stillCancelling;
}

const stillCancelling: Done = { end: "unanswered", answer: "Shopify is still cancelling it" };

async function isJobDone(store: AdminApi, id: string): Promise<boolean> {
  for (let look = 0; look < jobLooks; look += 1) {
    await sleep(jobPauseMs);
    if (await isJobOver(store, id)) return true;
  }
  return false;
}

async function isJobOver(store: AdminApi, id: string): Promise<boolean> {
  const { job } = await store.ask(jobQuery, { id });
  return !job || job.done;
}

/** The job first, as the order may be marked as cancelled before the job has refunded it. */
async function look(looking: Looking<Request>): Promise<Done | NotShown> {
  const { begunThere, sentAt, store, request } = looking;
  const isOver = begunThere !== null && (await isJobOver(store, begunThere));
  const found = await find(looking);
  const isSettled = isOver && Date.now() - Date.parse(sentAt) > settledSeconds * 1000;
  if (!found) {
    if (isSettled) return { end: "refused", answer: "Shopify could not cancel it" };
    return notShown("Shopify has not cancelled it yet");
  }
  if (isSettled || isWhole(found, request)) return found;
  return notShown("The order is cancelled, and Shopify does not show all of its refund yet");
}

/** Whether a cancellation is there with all that it refunds. */
function isWhole(found: Done, { refunds }: Request): boolean {
  if (found.end !== "done" || refunds === null) return true;
  return compareAmounts(found.result.refunded?.amount ?? "0", refunds.amount) >= 0;
}

/** What became of a cancellation: ours has its mark; undefined while the order is not cancelled. */
async function find({
  id,
  shopifyId,
  request,
  store,
}: Pick<Looking<Request>, "id" | "shopifyId" | "request" | "store">): Promise<Done | undefined> {
  const { order } = await store.ask(cancellationQuery, { id: orderGid(shopifyId) });
  if (!order) return { end: "unknown", answer: "The order is no longer at Shopify" };
  if (!order.cancelledAt) return undefined;
  if (!order.cancellation?.staffNote?.includes(markOf(id)))
    return { end: "refused", answer: "The order was cancelled in Shopify meanwhile" };
  const refunded = request.refunds && refundedBy(request.refunds, request.refundedBefore, order.totalRefundedSet);
  const words = refunded && !isZero(refunded.amount) ? `, and ${moneyWords(refunded)} was refunded` : "";
  const result = { ...noResult, refunded, at: order.cancelledAt };
  return { end: "done" as const, answer: `The order is cancelled${words}`, result };
}

/** What was refunded since, of what the cancellation refunds: more than that somebody else refunded meanwhile. */
function refundedBy(refunds: BothAmounts, before: BothAmounts, now: BothAmounts): BothAmounts {
  const part = (of: Amount, from: Amount | null, to: Amount | null): Amount => {
    const since = subtractAmounts(of.currency, to?.amount ?? "0", from?.amount ?? "0");
    const amount = compareAmounts(since, of.amount) >= 0 ? of.amount : compareAmounts(since, "0") > 0 ? since : zero;
    return { amount, currency: of.currency };
  };
  const inStore = part(refunds, before, now);
  return { ...inStore, shown: refunds.shown && part(refunds.shown, before.shown, now.shown) };
}

type Amount = { amount: Money; currency: string };
const zero = "0" as Money;

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
      refunds: refund,
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

export const cancelAction: ActionKind<"cancel", Request> = { kind: "cancel", refusal, prepare, send, look };

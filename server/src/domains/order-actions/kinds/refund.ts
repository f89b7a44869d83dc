import type { BothAmounts, PlanOf } from "@deskhand/contract/actions/action-parts";
import type { Money } from "@deskhand/contract/page";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import {
  addAmounts,
  compareAmounts,
  digitsOfAmount,
  isZero,
  lesserAmount,
  moneyWords,
  proportion,
  subtractAmounts,
  written,
} from "../amounts.ts";
import { digitsOfCurrency } from "../digits-of-currency.ts";
import { paidIn } from "../store/money-bag.ts";
import type { Payment, Suggestion } from "../store/order-query.ts";
import { type LiveOrder, orderGid, suggestRefund } from "../store/read-order.ts";
import type { ActionKind, Done, Looking, NotShown, Preparing, Sending } from "./action-kind.ts";
import { checkLines, namePlaces, titleOf, withPlaces } from "./check-lines.ts";
import { markedNote, markOf } from "./marked-note.ts";
import { notShown } from "./no-result.ts";
import { refunded, refundFields, refundSchema } from "./refund-answer.ts";
import { errorWords, sendOnce } from "./send.ts";

type Plan = PlanOf<"refund">;
/** What Shopify gets, the same in each try. */
type Request = { input: Record<string, unknown>; note: string };

/** Refunds with Shopify's idempotency key: the same key gets the same answer, however often it is sent (shopify.dev: idempotent requests). */
export const refundQuery = {
  text: `mutation Refund($input: RefundInput!, $key: String!) {
    refundCreate(input: $input) @idempotent(key: $key) {
      refund { ${refundFields} }
      userErrors { field message }
    }
  }`,
  answer: z.object({
    refundCreate: z.object({
      refund: refundSchema.nullable(),
      userErrors: z.array(z.object({ message: z.string() })),
    }),
  }),
};

/** Reads an order's refunds: one of ours has its mark in the note. */
export const refundsQuery = {
  text: `query Refunds($id: ID!) {
    order(id: $id) { refunds(first: 100) { note ${refundFields} } }
  }`,
  answer: z.object({
    order: z
      .object({
        refunds: z.array(refundSchema.extend({ note: z.string().nullish() })),
      })
      .nullable(),
  }),
};

const stillRunning = /in progress/i;

async function look({ id, shopifyId, store }: Looking<Request>): Promise<Done | NotShown> {
  const { order } = await store.ask(refundsQuery, { id: orderGid(shopifyId) });
  if (!order) return { end: "unknown", answer: "The order is no longer at Shopify" };
  const refund = order.refunds.find(({ note }) => note?.includes(markOf(id)));
  return refund ? refunded(refund) : notShown("Shopify does not show the refund");
}

async function send({ id: key, request, store, claim }: Sending<Request>): Promise<Done> {
  await claim();
  const input = { ...request.input, note: markedNote(request.note, key) };
  const { refundCreate } = await sendOnce(store, refundQuery, { input, key });
  if (refundCreate.refund) return refunded(refundCreate.refund);
  const { userErrors } = refundCreate;
  const isRunning = userErrors.some(({ message }) => stillRunning.test(message));
  return { end: isRunning ? "unanswered" : "refused", answer: errorWords(userErrors) };
}

function refusal(order: LiveOrder): string | null {
  if (isZero(order.totalReceivedSet.amount)) return "Nothing was paid for this order";
  if (!order.refundable || !order.suggestedRefund || isZero(order.suggestedRefund.maximumRefundableSet.amount))
    return "Everything that was paid is refunded";
  return null;
}

async function prepare(context: Preparing, order: LiveOrder, plan: Plan) {
  const chosen = checkLines(order, plan);
  const wanted = { lines: chosen, withShipping: plan.withShipping, withPlaces: context.hasLocations };
  const suggestion = await suggestRefund(context.store, order.shopifyId, wanted);
  const lines = withPlaces(order, chosen, suggestion);
  const payments = order.suggestedRefund?.suggestedTransactions ?? [];
  const amount = amountOf(order, plan, suggestion);
  const paid = plan.amount === null ? fromSuggestion(suggestion) : spread(paidIn(amount).amount, payments);
  const names = lines.some(({ locationId }) => locationId !== undefined) ? await namePlaces(context) : new Map();
  const lineOf = new Map(order.lines.map((line) => [line.lineItemId, line]));
  return {
    money: amount,
    words: `Refund ${moneyWords(amount)} of ${order.name}`,
    request: { input: inputOf(order, plan, lines, amount, paid), note: plan.reason },
    outcome: {
      kind: "refund" as const,
      amount,
      suggested: suggestion.amountSet,
      most: mostOf(order),
      parts: {
        items: suggestion.discountedSubtotalSet,
        tax: suggestion.totalTaxSet,
        shipping: suggestion.shipping.amountSet,
      },
      payments: paid.map(({ payment, amount: part }) => ({
        gateway: payment.label,
        isGiftCard: payment.gateway === "gift_card",
        amount: shareOf(part, amount),
      })),
      stock: plan.lines.map(({ lineItemId, quantity, restock }, place) => ({
        title: titleOf(lineOf.get(lineItemId)),
        quantity,
        restock,
        location: names.get(lines[place]?.locationId) ?? null,
        isCounted: lineOf.get(lineItemId)?.isRestockable ?? false,
      })),
    },
  };
}

function mostOf(order: LiveOrder): BothAmounts {
  const most = order.suggestedRefund?.maximumRefundableSet;
  if (!most) throw fail("order_action_impossible", { because: "Everything that was paid is refunded" });
  return most;
}

/** What is refunded, in both currencies: Shopify's suggestion, or what somebody typed in the customer's currency, with a reason. */
function amountOf(order: LiveOrder, plan: Plan, { amountSet }: Suggestion): BothAmounts {
  const most = mostOf(order);
  if (plan.amount === null) {
    if (isZero(amountSet.amount) && plan.lines.length === 0)
      throw fail("input_invalid", { fields: { "plan.lines": ["Choose what is refunded"] } });
    return amountSet;
  }
  const { amount: top, currency } = paidIn(most);
  if (plan.reason === "") throw fail("input_invalid", { fields: { "plan.reason": ["Say why it is another amount"] } });
  // What Shopify says is left can be refunded to its last decimal.
  const digits = Math.max(digitsOfCurrency(currency), digitsOfAmount(top));
  if (digitsOfAmount(plan.amount) > digits) {
    throw fail("input_invalid", {
      fields: { "plan.amount": [digits === 0 ? `${currency} has no decimals` : `${currency} has ${digits} decimals`] },
    });
  }
  if (isZero(plan.amount) && plan.lines.length === 0)
    throw fail("input_invalid", { fields: { "plan.amount": ["Enter an amount above 0"] } });
  if (compareAmounts(plan.amount, top) > 0) throw fail("order_refund_too_much", { most: top, currency });
  const amount = written(plan.amount, currency);
  if (!most.shown) return { amount, currency, shown: null };
  // Rounded up, and never more than is left: a limit is in the store's currency.
  const inStore = proportion(amount, most.amount, top, most.currency);
  return { amount: lesserAmount(inStore, most.amount) as Money, currency: most.currency, shown: { amount, currency } };
}

type Part = { payment: Payment; amount: Money };

/** What goes back to each payment, as Shopify suggests it. */
function fromSuggestion({ suggestedTransactions }: Suggestion): Part[] {
  return suggestedTransactions
    .map((payment) => ({ payment, amount: paidIn(payment.amount).amount }))
    .filter(({ amount }) => !isZero(amount));
}

/** Spreads an amount over the payments, in Shopify's order, each up to what is left of it. */
function spread(amount: Money, payments: readonly Payment[]): Part[] {
  let left: Money = amount;
  return payments.flatMap((payment) => {
    const { amount: most, currency } = paidIn(payment.refundable);
    const part = lesserAmount(left, most) as Money;
    left = subtractAmounts(currency, left, part);
    return isZero(part) ? [] : [{ payment, amount: part }];
  });
}

/** A part of what is refunded in both currencies; the store's is computed, as Shopify does when it refunds. */
function shareOf(part: Money, whole: BothAmounts): BothAmounts {
  if (!whole.shown) return { amount: part, currency: whole.currency, shown: null };
  const amount = proportion(part, whole.amount, whole.shown.amount, whole.currency);
  return { amount, currency: whole.currency, shown: { amount: part, currency: whole.shown.currency } };
}

function inputOf(
  order: LiveOrder,
  plan: Plan,
  refundLineItems: object[],
  amount: BothAmounts,
  paid: readonly Part[],
): Record<string, unknown> {
  const total = addAmounts(paidIn(amount).currency, "0", ...paid.map((part) => part.amount));
  // Payments that cannot take it all back would refund less than a person was shown.
  if (compareAmounts(total, paidIn(amount).amount) !== 0)
    throw fail("order_action_impossible", {
      because: "Its payments cannot take this amount back. Refund it in Shopify",
    });
  const orderId = orderGid(order.shopifyId);
  const input: Record<string, unknown> = {
    orderId,
    currency: order.presentmentCurrencyCode,
    notify: plan.notify,
    refundLineItems,
    transactions: paid.map(({ payment, amount: part }) => ({
      orderId,
      parentId: payment.parentId,
      kind: "REFUND",
      gateway: payment.gateway,
      amount: part,
    })),
  };
  if (plan.withShipping) input.shipping = { fullRefund: true };
  if (plan.amount !== null) input.discrepancyReason = "OTHER";
  return input;
}

export const refundAction: ActionKind<"refund", Request> = {
  kind: "refund",
  refusal,
  prepare,
  send,
  look,
  hasKey: true,
};

import type { BothAmounts, OrderOutcome } from "@deskhand/contract/actions/action-parts";
import type { Money } from "@deskhand/contract/page";
import { expect, test } from "vitest";
import { aboveText, bothText, buttonText, outcomeText } from "./action-words.ts";

const amount = (value: Money, currency = "EUR", shown: BothAmounts["shown"] = null) => ({
  amount: value,
  currency,
  shown,
});
const none = amount("0.00");

function refund(changes: Partial<Extract<OrderOutcome, { kind: "refund" }>>): OrderOutcome {
  const parts = { items: none, tax: none, shipping: none };
  return { kind: "refund", amount: none, suggested: none, most: none, parts, payments: [], stock: [], ...changes };
}

test("an amount is written in both currencies, with as many decimals as its currency has", () => {
  expect(bothText(amount("45.90", "EUR", { amount: "49.10", currency: "USD" }))).toBe("€45.90 ($49.10)");
  expect(bothText(amount("1200", "JPY"))).toBe("¥1,200");
  expect(bothText(amount("4.125", "KWD"))).toMatch(/^KWD\s4\.125$/);
});

test("a refund names the amount on its button, and says what each payment and each place gets", () => {
  const outcome = refund({
    amount: amount("45.90"),
    payments: [
      { gateway: "Shopify Payments", isGiftCard: false, amount: amount("40.00") },
      { gateway: "gift_card", isGiftCard: true, amount: amount("5.90") },
    ],
    stock: [
      { title: "Lamp", quantity: 1, restock: "return", location: "Cork", isCounted: true },
      { title: "Bulb", quantity: 2, restock: "cancel", location: null, isCounted: false },
    ],
  });
  expect(buttonText(outcome)).toBe("Refund €45.90");
  expect(outcomeText(outcome)).toBe(
    "€45.90 goes back: €40.00 to Shopify Payments, €5.90 to a gift card. Back into stock: 1 × Lamp at Cork.",
  );
  expect(outcomeText(refund({}))).toBe("No money goes back. Nothing goes back into stock.");
});

test("changed items say who owes what", () => {
  const changed = {
    kind: "edit",
    before: amount("50.00"),
    after: amount("20.00"),
    difference: amount("30.00"),
  } as const;
  const line = { title: "Lamp", from: 2, to: 1, isRestocked: true, price: amount("30.00") };
  const owed: OrderOutcome = { ...changed, balance: "store_owes", lines: [line] };
  expect(buttonText(owed)).toBe("Change items, €30.00 less");
  expect(outcomeText(owed)).toBe(
    "The order goes from €50.00 to €20.00. You owe the customer €30.00, which is refunded separately. 1 piece back into stock.",
  );
  expect(outcomeText({ ...owed, balance: "nothing", lines: [] })).toContain("Nobody owes anything. Nothing goes back");
});

test("a cancellation says what becomes of an authorized payment and of what was sent", () => {
  const cancel: OrderOutcome = { kind: "cancel", refund: null, isPaymentLetGo: true, restocked: 2, sent: 1 };
  expect(buttonText(cancel)).toBe("Cancel order");
  expect(outcomeText(cancel)).toBe(
    "The order is cancelled, which cannot be undone. The authorized payment is let go. 2 pieces back into stock. 1 piece was sent already.",
  );
});

test("a limit is named with what of it is used", () => {
  expect(aboveText({ why: "day", limit: "200.00", used: "180.00", currency: "EUR" })).toBe(
    "More than €200.00 within 24 hours, of which €180.00 were used",
  );
  expect(aboveText({ why: "times", limit: "30", used: "30", currency: null })).toBe(
    "More than 30 of this kind within 24 hours",
  );
});

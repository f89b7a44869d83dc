import { expect, test } from "vitest";
import { fulfillmentWords, paymentWords } from "./order-words.ts";

test.each([
  ["paid", "Paid"],
  ["partially_refunded", "Partially Refunded"],
  ["partially_paid", "Partially Paid"],
  ["expired", "expired"],
  ["toString", "toString"],
  ["", "Unknown"],
  [null, "Unknown"],
])("the payment %j is %j", (status, label) => expect(paymentWords(status).label).toBe(label));

test.each([
  ["fulfilled", "Fulfilled"],
  ["partial", "Partial"],
  ["unfulfilled", "Unfulfilled"],
  ["on_hold", "on_hold"],
  [null, "Not Shipped"],
])("the fulfillment %j is %j", (status, label) => expect(fulfillmentWords(status).label).toBe(label));

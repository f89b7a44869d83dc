import { expect, test } from "vitest";
import { fulfillmentLabel, paymentLabel } from "./order-states.ts";

test.each([
  ["paid", "Paid"],
  ["partially_refunded", "Partially Refunded"],
  ["partially_paid", "Partially Paid"],
  ["expired", "Expired"],
  ["PAID", "Paid"],
  ["beamed_up", "beamed_up"],
  ["toString", "toString"],
  ["", "Unknown"],
  [null, "Unknown"],
])("the payment %j is %j", (status, label) => expect(paymentLabel(status)).toBe(label));

test.each([
  ["fulfilled", "Fulfilled"],
  ["partial", "Partial"],
  ["PARTIALLY_FULFILLED", "Partial"],
  ["unfulfilled", "Unfulfilled"],
  ["on_hold", "On Hold"],
  ["in_progress", "In Progress"],
  ["scheduled", "Scheduled"],
  ["open", "Open"],
  ["pending_fulfillment", "Pending Fulfillment"],
  ["request_declined", "Request Declined"],
  ["restocked", "Restocked"],
  ["on hold", "On Hold"],
  ["beamed_up", "beamed_up"],
  [" ", "Not Shipped"],
  [null, "Not Shipped"],
])("the fulfillment %j is %j", (status, label) => expect(fulfillmentLabel(status)).toBe(label));

import { type CustomerRow, insertRows, updateRows } from "../../domains/customers/store-customers.queries.ts";
import { insertParts, linkOrders, upsertOrders } from "../../domains/orders/store-orders.queries.ts";
import {
  addProgress,
  deleteSync,
  endSync,
  hasSync,
  holdSync,
  insertSync,
  noteOnStore,
  reviveBackfill,
  selectHistory,
  selectStill,
  setExpected,
} from "../../domains/shopify/sync/syncs.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import type { FullDesk } from "../full-desk.ts";
import { storeCustomer, storeOrder } from "../store/store-samples.ts";
import { example } from "./examples.ts";

const now = new Date().toISOString();

const customerRow = ({ customerId: id, secret }: FullDesk): CustomerRow => {
  const { name, email, phone, ...figures } = storeCustomer({ shopifyId: secret });
  return { ...figures, id, name, email, phone, said: { name, email, phone }, saidAt: now };
};
example(updateRows).is((desk) => [[customerRow(desk)]]);
example(insertRows).is((desk) => [[{ ...customerRow(desk), id: newId(), shopifyId: newId(), createdAt: now }]]);

const orderRow = ({ secret }: FullDesk) => {
  const { shopifyId, createdAt } = storeOrder();
  const none = { email: null, phone: null, customer_shopify_id: null, paid_at: null, cancelled_at: null };
  return {
    ...{ id: newId(), shopify_order_id: shopifyId, order_number: "1", name: secret, total_price: "1", currency: "USD" },
    ...{ total_refunded: "0", financial_status: "paid", fulfillment_status: null, shipping_address: null, ...none },
    ...{ billing_address: null, shopify_created_at: createdAt, shopify_updated_at: createdAt, cancel_reason: null },
    ...{ is_test: false, shopify_digest: secret, shopify_asked_at: createdAt },
  };
};
example(upsertOrders).is((desk) => [[orderRow(desk)]]);
example(linkOrders).is(
  ({ secret }) => [[{ shopify_order_id: `of ${secret}`, customer_shopify_id: `by ${secret}`, email: null }]],
  ({ bareOrderId, customerId, secret }) => `with customer as (
      update customers set shopify_customer_id = 'by ${secret}' where id = '${customerId}')
    update shopify_orders set shopify_order_id = 'of ${secret}', customer_id = null where id = '${bareOrderId}'`,
);
example(insertParts).is(({ bareOrderId }) => [
  "shopify_order_refunds",
  [{ id: newId(), order_id: bareOrderId, amount: "1.00", refunded_at: now }],
]);

const [id, cursor] = [newId(), "here"];
const run = () =>
  `update shopify_syncs set id = '${id}', cursor = '${cursor}', state = 'running', finished_at = null, updated_at = '2000-01-01'`;
const progress = { cursor: "there", fetched: 1, synced: 1, unreadable: ["1: no amount"], lastOrderId: "1" };
example(insertSync).is(
  ({ owner }) => [{ kind: "full", cursor, since: null, startedBy: owner.userId }],
  () => "update shopify_syncs set state = 'failed', finished_at = now()",
);
example(hasSync).is(() => ["full"]);
example(reviveBackfill).is(
  () => [0],
  () => `update shopify_syncs set kind = 'backfill', state = 'failed', finished_at = '2000-01-01'`,
);
example(holdSync).is(() => [{ id, cursor }], run);
example(addProgress).is(() => [id, progress], run);
example(deleteSync).is(() => [id], run);
example(setExpected).is(() => [id, 7], run);
example(endSync).is(() => [id, { fault: "away" }], run);
example(selectStill).is(() => [1], run);
example(selectHistory).is(() => [10]);
example(noteOnStore).is(() => [{ last_synced_at: now }]);

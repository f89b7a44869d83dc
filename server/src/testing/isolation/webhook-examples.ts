import { dropGoneCustomers } from "../../domains/customers/gone-customers.queries.ts";
import {
  deleteOldGone,
  insertErased,
  insertGone,
  selectErased,
  selectGone,
} from "../../domains/customers/store-customers.queries.ts";
import { eraseOrdersNamed } from "../../domains/orders/erase.queries.ts";
import { deleteGoneOrders, selectShownIds } from "../../domains/orders/gone-orders.queries.ts";
import { findAsked } from "../../domains/shopify/webhooks/requests.queries.ts";
import {
  addPending,
  deleteOldDeliveries,
  deletePending,
  postponePending,
  upsertRequest,
  wipeTokens,
} from "../../domains/shopify/webhooks/webhooks.queries.ts";
import type { FullDesk } from "../full-desk.ts";
import { example } from "./examples.ts";

const gone = "700001";
const number = ({ deletableCustomerId: id }: FullDesk) =>
  `update customers set shopify_customer_id = '${gone}' where id = '${id}'`;
example(dropGoneCustomers).is(() => [[gone]], number);
example(findAsked).is(() => [{ id: gone, email: null }], number);
// What full-store.ts keeps.
const kept = "1001";
example(selectErased).is(() => ["customer", [kept]]);
example(insertErased).is(() => ["order", ["700002"]]);
const guest = ({ bareOrderId }: FullDesk) =>
  `update shopify_orders set shopify_order_id = '${gone}', customer_id = null where id = '${bareOrderId}'`;
example(eraseOrdersNamed).is(() => [[gone], []], guest);
example(deleteGoneOrders).is(({ secret }) => [[{ id: secret, isDeleted: true }]]);
example(selectShownIds).is(
  () => ["", 10],
  () => "update shopify_orders set shopify_created_at = now()",
);
example(insertGone).is(() => ["order", [kept]]);
example(deleteOldGone).is(
  () => [7],
  () => `update shopify_erased set kind = 'gone_order', erased_at = '2000-01-01'`,
);
example(selectGone).is(
  () => ["order", [kept]],
  () => `update shopify_erased set kind = 'gone_order', resource_id = '${kept}', erased_at = now()`,
);
example(addPending).is(() => [[{ kind: "customer", id: kept }]]);
example(postponePending).is(() => [{ kind: "order", id: kept, revision: "1" }, 10]);
example(deletePending).is(() => [[{ kind: "order", id: kept, isDeleted: false, revision: "1" }]]);
example(deleteOldDeliveries).is(
  () => [7],
  () => "update shopify_deliveries set received_at = now() - interval '30 days'",
);
example(upsertRequest).is(() => [
  {
    ...{ topic: "shop/redact", shopDomain: "any.myshopify.com", bodyHash: Buffer.alloc(32) },
    details: { customer: null, orderIds: [], number: null, triggeredAt: null },
  },
]);
example(wipeTokens).is(
  () => [],
  () => "update shopify_stores set origin = 'oauth', access_token = 'a token'",
);

import type { OrderPlan } from "@deskhand/contract/actions/action-parts";
import { newId } from "../../platform/db/ids.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { actableOrders } from "../../testing/store/shopify-desk.ts";
import { importOrders } from "../orders/index.ts";
import { insertAction, storeEnding } from "./rows/action-steps.queries.ts";
import { factsOf, versionOf, withPreview } from "./store/facts.ts";
import type { LiveOrder } from "./store/read-order.ts";

const nothing = { amount: "0.00", currency: "EUR", shown: null } as const;
/** What of the orders that a store made at Shopify has: no tags and no note. */
const plainOrder: LiveOrder = {
  shopifyId: "1",
  name: "#1",
  updatedAt: "2026-01-01T00:00:00Z",
  presentmentCurrencyCode: "EUR",
  tags: [],
  refundable: true,
  capturable: false,
  merchantEditable: true,
  merchantEditableErrors: [],
  lines: [],
  currentTotalPriceSet: nothing,
  totalRefundedSet: nothing,
  totalReceivedSet: nothing,
  totalOutstandingSet: nothing,
  totalShippingPriceSet: nothing,
  fulfillments: [],
};

export const isolation: Isolation = async (app, desk) => {
  const { owner, agent, secret, ticketId } = desk;
  const plan: OrderPlan = { kind: "annotate", addTags: [secret.slice(0, 40)], removeTags: [], note: null };
  const facts = withPreview(factsOf(plainOrder), plan, null);
  const ids = actableOrders.map(() => newId());
  const actKey = newId();
  const [orderId = "", approvable = ""] = ids;
  const actions = [newId(), newId(), newId(), newId()];
  const [toApprove = "", toDecline = "", toTakeBack = "", toLookAt = ""] = actions;
  const { roles } = await owner.api.orderLimits.get();
  await owner.api.orderLimits.save({ version: 0, roles });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await importOrders(
      tx,
      ids.map((id, place) => ({
        id,
        shopify_order_id: String(actableOrders[place]),
        name: "#1001",
        order_number: "1001",
        currency: "EUR",
        customer_id: null,
        total_price: "5.00",
        shopify_created_at: "2026-01-01T00:00:00Z",
        lineItems: [],
        fulfillments: [],
      })),
    );
    const add = (
      id: string,
      of: string,
      by: { userId: string; name: string },
      state: "waiting" | "planned" = "waiting",
    ) =>
      insertAction(tx, {
        id,
        orderId: of,
        ticketId,
        state,
        plan,
        facts,
        request: { tags: [secret.slice(0, 40)], note: "" },
        words: `Tags of ${secret}`,
        money: null,
        currency: "EUR",
        by,
        why: secret,
        above: null,
      });
    await add(toApprove, approvable, agent);
    await add(toDecline, approvable, agent);
    await add(toTakeBack, approvable, owner);
    await add(toLookAt, desk.orderId, owner, "planned");
    await storeEnding(tx, toLookAt, { state: "unknown", answer: secret });
  });
  await app.asOwner(
    `insert into effects (client_id, id, kind, target_id, request, cause_kind, cause_name, state)
     values ($1, $2, 'order-action', $3, '{}', 'person', $4, 'unknown')`,
    [owner.tenantId, toLookAt, desk.orderId, secret],
    owner.tenantId,
  );
  const version = versionOf(facts);
  const wanted = { orderId, ticketId, plan, version };
  return {
    inputs: {
      "orderActions.ofOrder": () => ({ orderId: approvable }),
      "orderActions.ofTicket": () => ({ ticketId }),
      "orderActions.waiting": () => ({}),
      "orderActions.get": () => ({ id: toApprove }),
      "orderActions.look": () => ({ orderId }),
      "orderActions.preview": () => ({ orderId, plan, version }),
      "orderActions.act": () => ({ ...wanted, idempotencyKey: actKey }),
      "orderActions.ask": () => ({ ...wanted, orderId: approvable, idempotencyKey: newId(), why: "Broken" }),
      "orderActions.approve": () => ({ id: toApprove }),
      "orderActions.decline": () => ({ id: toDecline, word: "Not now" }),
      "orderActions.takeBack": () => ({ id: toTakeBack }),
      "orderActions.lookAgain": () => ({ id: toLookAt }),
      "orderActions.variants": () => ({ search: "lamp" }),
      "orderLimits.get": () => ({}),
      "orderLimits.save": () => ({ version: 1, roles }),
    },
  };
};

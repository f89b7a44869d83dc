import { randomUUID } from "node:crypto";
import { isUnderWay, wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import type { OrderAction, OrderPlan, PlanOf } from "@deskhand/contract/actions/action-parts";
import type { OrderInput } from "../../../../stand-ins/shopify/state/order-from.ts";
import type { StoreState } from "../../../../stand-ins/shopify/state/store-state.ts";
import type { StoreControls } from "../../../../stand-ins/shopify/store-controls.ts";
import { until } from "../take-mail.ts";
import { makeTicket } from "../test-desk.ts";
import { addColleague, newOwner, type Person } from "../test-people.ts";
import { allScopes } from "./open-shopify.ts";
import type { ShopifyDesk } from "./shopify-desk.ts";

/** A store whose orders may be changed, with its people and a ticket. */
export type ActingStore = {
  admin: Person;
  supervisor: Person;
  agent: Person;
  store: StoreControls;
  ticketId: string;
  /** Places an order at the store, and has it read; returns its ids here and there. */
  order(input?: OrderInput): Promise<{ orderId: string; shopId: number; name: string }>;
};

export const lamp = { id: 71, productTitle: "Lamp", title: "Oak", sku: "LAMP", price: "20.00", stock: 5 };
export const poster = { id: 72, productTitle: "Poster", title: "A2", sku: "POST", price: "5.00", stock: null };

/** The scopes of a token by which orders may be read and changed. */
export const actingScopes: readonly string[] = [...allScopes, ...wantedActionScopes];

/** Connects a store by a token with all scopes, and allows changes of its orders. */
export async function openActingStore(
  app: ShopifyDesk,
  state: Partial<StoreState> = {},
  scopes = actingScopes,
): Promise<ActingStore> {
  const admin = await newOwner(app);
  const domain = app.newShop();
  const store = app.shopify.store(domain);
  Object.assign(
    store.state,
    { variants: [{ ...lamp }, { ...poster }], locations: [{ id: 9, name: "Warehouse" }] },
    state,
  );
  const { accessToken } = store.addToken(scopes, { isCustom: true });
  await admin.api.shopify.save({ shopDomain: domain, accessToken });
  if (scopes.length > allScopes.length) await admin.api.orderGrant.allow();
  const agent = await addColleague(app, admin, "agent");
  const { id: ticketId } = await makeTicket(app, admin);
  return {
    admin,
    agent,
    supervisor: await addColleague(app, admin, "supervisor"),
    store,
    ticketId,
    async order(input = {}) {
      const lineItems = [{ title: "Lamp", price: "20.00", quantity: 2, variantId: lamp.id }];
      const { id: shopId, name } = store.createOrder({ email: "ann@example.com", lineItems, ...input });
      const { order } = await agent.api.tracking.look({ ticketId, orderNumber: name });
      return { orderId: order.id, shopId, name };
    },
  };
}

export const refundOf = (change: Partial<PlanOf<"refund">> = {}): PlanOf<"refund"> => ({
  kind: "refund",
  lines: [],
  withShipping: false,
  amount: null,
  reason: "",
  notify: false,
  ...change,
});

type On = { orderId: string; ticketId?: string | null };

/** Looks at an order and previews a plan, as a dialog does; returns what `act` and `ask` take. */
export async function prepareAct(person: Person, { orderId, ticketId = null }: On, plan: OrderPlan) {
  const { version } = await person.api.orderActions.look({ orderId });
  const preview = await person.api.orderActions.preview({ orderId, plan, version });
  const input = { orderId, ticketId, plan, version: preview.version, idempotencyKey: randomUUID() };
  return { preview, input };
}

/** Does a plan; returns the action as it was stored. */
export async function act(person: Person, on: On, plan: OrderPlan): Promise<OrderAction> {
  const { input } = await prepareAct(person, on, plan);
  return person.api.orderActions.act(input);
}

/** Whether nothing of an action happens any more by itself. */
async function isEnded({ api }: Pick<Person, "api">, { id }: { id: string }): Promise<boolean> {
  return !isUnderWay((await api.orderActions.get({ id })).state);
}

/** Waits until an action has looked for its lost answer, and then has it end as if it had looked in vain for long. */
export async function lookedInVain(app: ShopifyDesk, person: Person, { id }: { id: string }): Promise<OrderAction> {
  await until(async () => (await person.api.orderActions.get({ id })).state === "looking");
  await app.asOwner(
    "update order_actions set sent_at = sent_at - interval '1 hour' where id = $1",
    [id],
    person.tenantId,
  );
  return ended(person, { id });
}

/** Waits until an action ended. */
export async function ended(person: Person, { id }: { id: string }): Promise<OrderAction> {
  await until(() => isEnded(person, { id }));
  return person.api.orderActions.get({ id });
}

import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../server/src/testing/from-now.ts";
import { demoAdmin, signInAt } from "../server/src/testing/load-desk.ts";
import type { ApiClient } from "../server/src/testing/open-browser.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { actingScopes, poster } from "../server/src/testing/store/acting-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { createShopifyStandIn, type ShopifyStandIn } from "../stand-ins/shopify/create-stand-in.ts";
import type { StoreControls } from "../stand-ins/shopify/store-controls.ts";
import { killDatabase, openSettled } from "./after-kills.ts";
import { type Dice, openDice, seedOfRun } from "./dice.ts";

const kills = Number(process.env.KILLS ?? (isLong ? 100 : 2));
const shopDomain = "refunds.myshopify.com";

let dataDir = "";
let shopify: ShopifyStandIn;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-refunds-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  shopify = await createShopifyStandIn({ throttle: { isOn: false } });
});
afterAll(async () => {
  await clearDesk(dataDir);
  await shopify.close();
});

type Acted = Parameters<ApiClient["orderActions"]["act"]>[0];
type State = Awaited<ReturnType<ApiClient["orderActions"]["get"]>>["state"];
type Kind = { asking: string; plan: Acted["plan"]; times(store: StoreControls, shopId: number): number };
const draftTimes: Kind["times"] = ({ state }, shopId) =>
  (state.drafts ?? []).filter(({ orderId }) => orderId === shopId).length;

/** What is done to orders, each to its own: with Shopify's key, by a job, and without either. */
const kinds: readonly Kind[] = [
  {
    asking: "refundCreate",
    plan: { kind: "refund", lines: [], withShipping: false, amount: "12.50", reason: "Broken", notify: false },
    times: (store, shopId) => store.order(shopId).refunds.filter(({ amount }) => amount === "12.5").length,
  },
  {
    asking: "orderCancel(",
    plan: { kind: "cancel", reason: "customer", note: "", restock: true, notify: true, refund: true },
    times: (store, shopId) => store.order(shopId).refunds.length,
  },
  { asking: "draftOrderCreateFromOrder", plan: { kind: "draft", sendInvoice: false }, times: draftTimes },
  {
    asking: "orderEditCommit",
    plan: { kind: "edit", lines: [], added: [{ variantId: String(poster.id), quantity: 1 }], notify: false, note: "" },
    times: (store, shopId) => store.order(shopId).lineItems.length - 1,
  },
];

/** An action that somebody asked for, and asks for again with its key until it is acknowledged. */
type Asked = Acted & {
  shopId: number;
  isAcknowledged: boolean;
  times: Kind["times"];
};

/** Connects a store whose orders may be changed; returns what its orders are read for. */
async function connect(api: ApiClient): Promise<{ store: StoreControls; ticketId: string }> {
  const store = shopify.addStore({ domain: shopDomain });
  // Beyond the numbers of the demo store's orders, which are not at this Shopify.
  Object.assign(store.state, { variants: [{ ...poster }], nextOrderNumber: 50_001 });
  const { accessToken } = store.addToken(actingScopes, { isCustom: true });
  await api.shopify.save({ shopDomain, accessToken });
  await api.orderGrant.allow();
  const { items } = await api.tickets.list({ view: "active" });
  return { store, ticketId: items[0]?.id ?? "" };
}

/** Places an order for each kind, and prepares what is done to it. */
async function prepare(api: ApiClient, store: StoreControls, ticketId: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { plan, times } of kinds) {
    const { id: shopId, name } = store.createOrder({ lineItems: [{ title: "Lamp", price: "20.00", quantity: 2 }] });
    const { order } = await api.tracking.look({ ticketId, orderNumber: name });
    const { version } = await api.orderActions.look({ orderId: order.id });
    const preview = await api.orderActions.preview({ orderId: order.id, plan, version });
    const input = { orderId: order.id, ticketId, plan, version: preview.version, idempotencyKey: randomUUID() };
    asked.push({ ...input, shopId, isAcknowledged: false, times });
  }
  return asked;
}

/** Asks for actions, as a browser does that gets no answer: with the same key again. */
async function ask(api: ApiClient, all: readonly Asked[]): Promise<void> {
  for (const asked of all.filter(({ isAcknowledged }) => !isAcknowledged)) {
    const { shopId: _, isAcknowledged: _isAcknowledged, times: _times, ...input } = asked;
    try {
      await api.orderActions.act(input);
      asked.isAcknowledged = true;
    } catch {
      // The desk was killed before it answered: asked for again after its start.
      return;
    }
  }
}

/** Has some answers of Shopify's be lost after it was done, or before, and some requests never come. */
function spoil(dice: Dice, store: StoreControls): void {
  const faults = ["lost", "late", "cut", "slow"] as const;
  for (const { asking } of kinds)
    if (dice.throw(2) === 0)
      store.meet({ kind: faults[dice.throw(faults.length)] ?? "lost", asking, count: 1, delay: 3_000 });
}

/** How often a thing may have been done to an order of which this is told. */
const truths: Partial<Record<State, readonly number[]>> = { done: [1], refused: [0], unknown: [0, 1] };

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times while orders are acted on, each thing is done at most once, and what is told of it is true`,
  async () => {
    const dice = openDice(seedOfRun());
    const all: Asked[] = [];
    const env = { DESKHAND_DATA: dataDir, SHOPIFY_STORE_URL: shopify.storeUrl };
    let at: Awaited<ReturnType<typeof connect>> | undefined;
    for (let round = 0; round < kills; round += 1) {
      const desk = await spawnDesk({ env });
      const api = await signInAt(desk, demoAdmin);
      at ??= await connect(api);
      all.push(...(await prepare(api, at.store, at.ticketId)));
      spoil(dice, at.store);
      const asking = ask(api, all);
      // At any moment of an action, which begins within a second and takes some tenths of one.
      await sleep(dice.throw(2_000));
      if (round % 3 === 1) await killDatabase(dataDir);
      await desk.end("SIGKILL");
      await asking;
    }
    shopify.faults.clear();
    const lastStart = new Date(fromNow({}));
    const desk = await spawnDesk({ env });
    const api = await signInAt(desk, demoAdmin);
    await ask(api, all);
    const { read, close } = await openSettled(dataDir, lastStart);
    await until(async () => {
      // What a killed worker began is due a minute after it was taken; the test does not wait so long.
      await read(
        "update effects set due_at = now() where state in ('planned', 'sent') and changed_at < now() - interval '25 seconds'",
      );
      // Likewise for what is looked for in vain.
      await read(
        "update order_actions set sent_at = sent_at - interval '1 minute' where state = 'looking' and kind <> 'refund'",
      );
      const left = "select from order_actions where state in ('planned', 'sent', 'looking')";
      return (await read(left)).length === 0;
    });
    await close();
    const told: Record<string, number> = {};
    for (const { idempotencyKey, shopId, plan, times } of all) {
      const { state } = await api.orderActions.get({ id: idempotencyKey });
      const count = at && times(at.store, shopId);
      expect(truths[state], `${plan.kind} is ${state}, and was done ${count} times`).toContain(count);
      // A refund has a key, so that it is found or made in the end.
      if (plan.kind === "refund") expect(state).toBe("done");
      told[state] = (told[state] ?? 0) + 1;
    }
    expect(all).toHaveLength(kills * kinds.length);
    // Without one that was done, nothing would have been tried.
    expect(told.done).toBeGreaterThanOrEqual(kills);
    console.log(`${kills} kills: ${all.length} actions, each done at most once: ${JSON.stringify(told)}`);
    expect(await desk.end("SIGTERM")).toBe(0);
  },
  300_000 + kills * 60_000,
);

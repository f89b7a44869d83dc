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
import { actingScopes, isEnded } from "../server/src/testing/store/acting-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { createShopifyStandIn, type ShopifyStandIn } from "../stand-ins/shopify/create-stand-in.ts";
import type { StoreControls } from "../stand-ins/shopify/store-controls.ts";
import { killDatabase, openSettled } from "./after-kills.ts";
import { type Dice, openDice, seedOfRun } from "./dice.ts";

const kills = Number(process.env.KILLS ?? (isLong ? 100 : 2));
const ordersARound = 3;
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

/** A refund that somebody asked for, and asks for again with its key until it is acknowledged. */
type Asked = Parameters<ApiClient["orderActions"]["act"]>[0] & { shopId: number; isAcknowledged: boolean };

/** Connects a store whose orders may be changed; returns what its orders are read for. */
async function connect(api: ApiClient): Promise<{ store: StoreControls; ticketId: string }> {
  const store = shopify.addStore({ domain: shopDomain });
  const { accessToken } = store.addToken(actingScopes, { isCustom: true });
  await api.shopify.save({ shopDomain, accessToken });
  await api.orderGrant.allow();
  const { items } = await api.tickets.list({ view: "active" });
  return { store, ticketId: items[0]?.id ?? "" };
}

/** Places orders and prepares the refund of each. */
async function prepare(api: ApiClient, store: StoreControls, ticketId: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let count = 0; count < ordersARound; count += 1) {
    const { id: shopId, name } = store.createOrder({ lineItems: [{ title: "Lamp", price: "20.00", quantity: 2 }] });
    const { order } = await api.tracking.look({ ticketId, orderNumber: name });
    const reason = "Broken on arrival";
    const shared = { lines: [], withShipping: false, reason, notify: false };
    const plan = { kind: "refund" as const, amount: "12.50", ...shared };
    const { version } = await api.orderActions.look({ orderId: order.id });
    const preview = await api.orderActions.preview({ orderId: order.id, plan, version });
    const input = { orderId: order.id, ticketId, plan, version: preview.version, idempotencyKey: randomUUID() };
    asked.push({ ...input, shopId, isAcknowledged: false });
  }
  return asked;
}

/** Asks for refunds, as a browser does that gets no answer: with the same key again. */
async function ask(api: ApiClient, refunds: readonly Asked[]): Promise<void> {
  for (const refund of refunds.filter(({ isAcknowledged }) => !isAcknowledged)) {
    const { shopId: _, isAcknowledged: _isAcknowledged, ...input } = refund;
    try {
      await api.orderActions.act(input);
      refund.isAcknowledged = true;
    } catch {
      // The desk was killed before it answered: asked for again after its start.
      return;
    }
  }
}

/** Has some answers of Shopify's be lost after the refund, and some requests never come. */
function spoil(dice: Dice): void {
  const kinds = ["lost", "cut", "slow"] as const;
  for (let count = dice.throw(3); count > 0; count -= 1)
    shopify.faults.add({
      kind: kinds[dice.throw(kinds.length)] ?? "lost",
      asking: "refundCreate",
      count: 1,
      delay: 300,
    });
}

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times while money goes back, each refund is made at most once, and what is told of it is true`,
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
      spoil(dice);
      const asking = ask(api, all);
      // At any moment of a refund, which begins within a second and takes some tenths of one.
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
      const ended = await Promise.all(all.map(({ idempotencyKey: id }) => isEnded({ api }, { id })));
      return ended.every(Boolean);
    });
    await close();
    for (const { idempotencyKey, shopId } of all) {
      const refunds = at?.store.order(shopId).refunds.map(({ amount }) => amount);
      const { state } = await api.orderActions.get({ id: idempotencyKey });
      expect([state, refunds]).toEqual(["done", ["12.5"]]);
    }
    expect(all).toHaveLength(kills * ordersARound);
    console.log(`${kills} kills: ${all.length} refunds, each made once and told as done`);
    expect(await desk.end("SIGTERM")).toBe(0);
  },
  300_000 + kills * 60_000,
);

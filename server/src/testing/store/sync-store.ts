import type { Sync } from "@deskhand/contract/shopify";
import { CompiledQuery } from "kysely";
import type { StoreControls } from "../../../../stand-ins/shopify/store-controls.ts";
import { until } from "../take-mail.ts";
import { newOwner, type Person } from "../test-people.ts";
import { allScopes } from "./open-shopify.ts";
import type { ShopifyDesk } from "./shopify-desk.ts";

/** A store at Shopify and the admin of the tenant that is to be connected to it. */
export type SyncStore = Awaited<ReturnType<typeof openSyncStore>>;

/** Opens a store, with a tenant of its own that is not connected yet. */
export async function openSyncStore(app: ShopifyDesk) {
  const admin = await newOwner(app);
  const shopDomain = app.newShop();
  const store: StoreControls = app.shopify.store(shopDomain);
  const rows = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    app.db.withTenant(admin.tenantId, async (tx) => {
      const result = await tx.executeQuery<Row>(CompiledQuery.raw(sql, values));
      return result.rows;
    });
  const list = () => admin.api.syncs.list();
  const newest = async () => (await list()).history[0];
  const save = async (person: Person = admin, domain = shopDomain) => {
    const { accessToken } = app.shopify.store(domain).addToken(allScopes, { isCustom: true });
    await person.api.shopify.save({ shopDomain: domain, accessToken });
  };
  const ended = (person: Person = admin) =>
    until(async () => {
      const { running, history } = await person.api.syncs.list();
      return running.length === 0 && history.length > 0;
    });
  return {
    admin,
    shopDomain,
    store,
    rows,
    list,
    newest,
    save,
    ended,
    /** Connects the store, and waits until its data has arrived. */
    async connect(person: Person = admin, domain = shopDomain) {
      await save(person, domain);
      await ended(person);
    },
    /** Runs a sync to its end. */
    async sync(kind: "full" | "incremental"): Promise<Sync | undefined> {
      const { id } = await admin.api.syncs.start({ kind });
      await until(async () => (await list()).running.length === 0);
      const { history } = await list();
      return history.find((sync) => sync.id === id);
    },
    countOrders: async () =>
      (await rows<{ count: number }>("select count(*)::int as count from shopify_orders"))[0]?.count ?? 0,
    place: (count: number) =>
      Array.from({ length: count }, (_, at) =>
        store.createOrder({ lineItems: [{ title: `Lamp ${at}`, price: "12.50" }] }),
      ),
  };
}

/** What a successful sync reports. */
export const completed = (fetched: number, errors = 0) => ({
  success: true,
  message: "Sync Completed",
  error: null,
  state: "completed" as const,
  ordersFetched: fetched,
  ordersSynced: fetched - errors,
  errors,
});

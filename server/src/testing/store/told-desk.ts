import type pg from "pg";
import type { StoreControls } from "../../../../stand-ins/shopify/store-controls.ts";
import { claimPorts } from "../../platform/start/claim-ports.ts";
import { type Desk, openDesk } from "../open-desk.ts";
import { until } from "../take-mail.ts";
import { newOwner, type Person } from "../test-people.ts";
import { connectByOAuth, openShopify } from "./open-shopify.ts";

/** A desk and a Shopify that can reach each other: Shopify tells the desk whatever happens in a store. */
export type ToldDesk = Desk & {
  shopify: Awaited<ReturnType<typeof openShopify>>["shopify"];
  /** Signs up a store's admin, connects the store, and waits until it is subscribed to everything and was read once. */
  connectStore(): Promise<{ owner: Person; store: StoreControls; domain: string }>;
  /** Waits until nothing is on its way to or from a store of the desk, and none of its jobs is left. */
  settled(owner: Person): Promise<true>;
};

const here = { host: "127.0.0.1", smtpHost: "127.0.0.1", publicUrl: "http://127.0.0.1:0" };

/** Opens both, with website and worker in one process. */
export async function openToldDesk(options: Parameters<typeof openDesk>[0] = {}): Promise<ToldDesk> {
  const { port, publicUrl } = await claimPorts({ ...here, roles: ["web"], port: 0, smtpPort: 0, metrics: null });
  const webhookUrl = `${publicUrl}/api/shopify/webhooks`;
  const { shopify, settings } = await openShopify({ app: { webhookUrl } }, publicUrl);
  const app = await openDesk({ ...options, port, publicUrl, shopify: settings });
  let shops = 0;
  const settled = async (owner: Person) => {
    await shopify.courier.settled();
    const jobs =
      "select from pgboss.job where data ->> 'tenantId' = $1 and state < 'completed' and start_after <= now()";
    return until(
      async () =>
        (await app.asOwner("select from shopify_pending", [], owner.tenantId)).length === 0 &&
        (await app.asOwner(jobs, [owner.tenantId])).length === 0,
    );
  };
  return {
    ...app,
    shopify,
    settled,
    async connectStore() {
      shops += 1;
      const domain = `told-${shops}.myshopify.com`;
      const store = shopify.addStore({ domain, name: domain });
      const owner = await newOwner(app);
      await connectByOAuth(owner, domain);
      await until(async () => (await owner.api.shopify.status()).hasWebhooks);
      await settled(owner);
      return { owner, store, domain };
    },
    async stop() {
      await shopify.courier.settled();
      await app.stop();
      await shopify.close();
    },
  };
}

/** Runs a statement within one tenant, as the application does: different stores use the same order numbers. */
export async function inTenant<Row extends pg.QueryResultRow>(
  { services }: Desk,
  { tenantId }: Person,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await services.db.pool.connect();
  try {
    await client.query(`begin; set local app.client_id = '${tenantId}'`);
    const { rows } = await client.query<Row>(sql, values);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

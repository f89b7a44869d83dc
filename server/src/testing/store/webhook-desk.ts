import { newId } from "../../platform/db/ids.ts";
import type { TenantId } from "../../platform/db/tenant.ts";
import { fromNow } from "../from-now.ts";
import { type Desk, openDesk } from "../open-desk.ts";
import { testPatience } from "../test-settings.ts";
import { webhookSecret } from "./send-webhook.ts";

/** What all of a tenant's webhooks left in the database. */
type Effects = {
  pending: { kind: string; id: string; times: number }[];
  jobs: string[];
  deliveries: number;
  requests: number;
};

/** A desk that accepts webhooks and does not process them. */
export type WebhookDesk = Desk & {
  /** Makes a tenant that is connected to its own store. */
  connected(): Promise<TenantId>;
  effectsOf(tenant: TenantId): Promise<Effects>;
};

/** The domain of a tenant's store. */
export const shopOf = (tenant: TenantId): string => `shop-${tenant}.myshopify.com`;

/** Opens such a desk, whose app has the secret {@link webhookSecret}; no store can be reached. */
export async function openWebhookDesk(): Promise<WebhookDesk> {
  const app = { key: "key", secret: webhookSecret };
  const shopify = {
    app,
    apiVersion: "2026-10",
    storeUrl: "http://127.0.0.1:9/{shop}",
    scopes: [],
    patience: testPatience,
    rest: 0,
  };
  const desk = await openDesk({ roles: ["web"], shopify });
  return {
    ...desk,
    async connected() {
      const { id } = await desk.makeTenant();
      await connect(desk, id);
      return id;
    },
    effectsOf: (tenant) => effectsOf(desk, tenant),
  };
}

async function connect({ db }: Desk, id: TenantId): Promise<void> {
  const at = (ms: number) => fromNow({ ms });
  await db.withTenant(id, async (tx) => {
    await tx
      .insertInto("shopify_shops")
      .values({ shop_domain: shopOf(id), client_id: id })
      .execute();
    const tokens = { access_token: Buffer.from("sealed"), refresh_token: Buffer.from("sealed") };
    const times = { access_expires_at: at(3_600_000), granted_at: at(-60_000) };
    const shared = {
      id: newId(),
      shop_domain: shopOf(id),
      origin: "oauth",
      scopes: [],
      admin_api_version: "2026-10",
    } as const;
    await tx
      .insertInto("shopify_stores")
      .values({ ...shared, ...tokens, ...times, scopes: [] })
      .execute();
  });
}

async function effectsOf({ asOwner }: Desk, id: TenantId): Promise<Effects> {
  const pending = await asOwner<Effects["pending"][number]>(
    "select kind, resource_id as id, revision::int as times from shopify_pending order by 1, 2",
    [],
    id,
  );
  const jobs = await asOwner<{ name: string }>(
    "select name from pgboss.job where data ->> 'tenantId' = $1 and state = 'created' order by 1",
    [id],
  );
  const count = async (table: string) => (await asOwner(`select from ${table}`, [], id)).length;
  return {
    pending,
    jobs: jobs.map(({ name }) => name),
    deliveries: await count("shopify_deliveries"),
    requests: await count("shopify_requests"),
  };
}

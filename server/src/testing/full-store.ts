import { createHash } from "node:crypto";
import { wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import { sealGrant } from "../domains/shopify/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { TenantTx } from "../platform/db/tenant.ts";
import { fromNow, msFromNow } from "./from-now.ts";
import { fillSending } from "./store/fill-sending.ts";

/** The access token of a filled store. */
export const tokenOf = (secret: string) => `shpat_${secret}`;

type About = {
  secret: string;
  sealSecret: string;
  userId: string;
  ticketId: string;
  orderId: string;
  fulfillmentId: string;
};

const endless = { accessSeconds: null, refreshToken: null, refreshSeconds: null, scopes: [] };

/** Connects a store and adds one of everything that its connection and its parcels leave in the database. */
export async function fillStore(
  tx: TenantTx,
  { secret, sealSecret, userId, ticketId, orderId, fulfillmentId }: About,
): Promise<{ shopDomain: string }> {
  const shopDomain = `${secret}.myshopify.com`;
  const at = fromNow({});
  const later = fromNow({ hours: 1 });
  await fillSending(tx, secret);
  const { customer_id: into_id } = await tx
    .selectFrom("support_tickets")
    .select("customer_id")
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("customer_joins")
    .values({ id: newId(), into_id: into_id ?? "", name: secret, created_at: at })
    .execute();
  await tx.insertInto("shopify_shops").values({ shop_domain: shopDomain, client_id: tx.tenantId }).execute();
  await tx
    .insertInto("shopify_stores")
    .values({
      id: newId(),
      shop_domain: shopDomain,
      shop_name: `Shop ${secret}`,
      origin: "manual",
      ...sealGrant(sealSecret, tx.tenantId, { accessToken: tokenOf(secret), ...endless }, msFromNow({})),
      scopes: ["read_orders", "read_customers", ...wantedActionScopes],
      actions_since: at,
      admin_api_version: "2026-10",
      installed_by_user_id: userId,
    })
    .execute();
  await tx
    .insertInto("shopify_oauth_states")
    .values({
      id: newId(),
      state_hash: createHash("sha256").update(secret).digest(),
      user_id: userId,
      shop_domain: shopDomain,
      expires_at: later,
    })
    .execute();
  await tx
    .insertInto("shopify_syncs")
    .values({ id: newId(), kind: "full", state: "failed", fault: secret, started_by: userId, finished_at: at })
    .execute();
  await tx.insertInto("shopify_deliveries").values({ webhook_id: secret, topic: "orders/updated" }).execute();
  const request = { topic: "customers/redact", shop_domain: shopDomain, details: JSON.stringify({ secret }) } as const;
  await tx
    .insertInto("shopify_requests")
    .values({ id: newId(), ...request, body_hash: createHash("sha256").update(secret).digest() })
    .execute();
  await tx.insertInto("shopify_erased").values({ kind: "customer", resource_id: "1001" }).execute();
  const removed = { shop_domain: shopDomain, started_at: at, finished_at: at };
  await tx.insertInto("shopify_removals").values(removed).execute();
  await tx.insertInto("shopify_pending").values({ kind: "order", resource_id: "1001" }).execute();
  await tx
    .insertInto("shopify_fulfillment_events")
    .values({ id: newId(), fulfillment_id: fulfillmentId, status: "in_transit", message: secret, happened_at: at })
    .execute();
  await tx
    .insertInto("shopify_order_refunds")
    .values({ id: newId(), order_id: orderId, amount: "1.00", refunded_at: at })
    .execute();
  await tx.insertInto("intake_networks").values({ network: secret, known_by: "history" }).execute();
  await tx.insertInto("mail_holds").values({ id: newId(), held_by: "alike", mails: 3 }).execute();
  await tx.insertInto("door_refusals").values({ day: "2020-01-01", reason: "too_large", times: 3 }).execute();
  await tx
    .insertInto("ticket_floods")
    .values({ id: newId(), tickets: 21, began_at: at, last_at: "2020-01-01T00:00:00Z", renewed_at: at })
    .execute();
  const author = { saved_by: userId, saved_by_name: secret };
  await tx
    .insertInto("ticket_orders")
    .values({ ticket_id: ticketId, order_number: secret, ...author })
    .execute();
  await tx
    .insertInto("tracking_notes")
    .values({
      id: newId(),
      ticket_id: ticketId,
      content: `Tracking ${secret}`,
      author_id: userId,
      author_name: secret,
      idempotency_key: newId(),
    })
    .execute();
  return { shopDomain };
}

import { type SqlBool, sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { GlobalTx, TenantTx } from "../../../platform/db/tenant.ts";
import type { RequestDetails, RequestTopic, Resource, Webhook } from "./read-webhook.ts";

/** The tenant connected to a store's domain. */
export async function selectTenantOfShop(tx: GlobalTx, shopDomain: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("shopify_shops")
    .select("client_id")
    .where("shop_domain", "=", shopDomain)
    .executeTakeFirst();
  return row?.client_id;
}

/** Records a webhook; false when it was recorded before. Waits for the same one being recorded right now. */
export async function insertDelivery(
  tx: TenantTx,
  { webhookId, topic }: Pick<Webhook, "webhookId" | "topic">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("shopify_deliveries")
    .values({ webhook_id: webhookId, topic })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

// Stored times are rounded, up as well as down: only postponed entries are not due.
const isDue = sql<boolean>`wanted_at < clock_timestamp() + interval '1 second'`;

/** Notes resources to ask for; returns whether a due one was waiting before. */
export async function addPending(tx: TenantTx, resources: readonly Resource[]): Promise<boolean> {
  const row = await tx
    .with("waiting", (cte) => cte.selectFrom("shopify_pending").select("resource_id").where(isDue).limit(1))
    .with("added", (cte) =>
      cte
        .insertInto("shopify_pending")
        .values(resources.map(({ kind, id, isDeleted }) => ({ kind, resource_id: id, is_deleted: isDeleted ?? false })))
        .onConflict((conflict) =>
          conflict.columns(["client_id", "kind", "resource_id"]).doUpdateSet({
            revision: sql`shopify_pending.revision + 1`,
            wanted_at: sql`now()`,
            is_deleted: sql`shopify_pending.is_deleted or excluded.is_deleted`,
          }),
        ),
    )
    .selectNoFrom(({ exists, selectFrom }) => exists(selectFrom("waiting").select("resource_id")).as("wasWaiting"))
    .executeTakeFirstOrThrow();
  return Boolean(row.wasWaiting);
}

/** A resource to ask for, and how often it was named: it is done only if nobody named it meanwhile. */
export type Pending = Omit<Resource, "isDeleted"> & { isDeleted: boolean; revision: string };

/** The due resources that have waited longest. */
export async function selectPending(tx: TenantTx, limit: number): Promise<Pending[]> {
  return tx
    .selectFrom("shopify_pending")
    .select(["kind", "resource_id as id", "is_deleted as isDeleted", sql<string>`revision::text`.as("revision")])
    .where(isDue)
    .orderBy("wanted_at")
    .limit(limit)
    .execute();
}

/** Deletes resources that were asked for, unless they were named again since. */
export async function deletePending(tx: TenantTx, done: readonly Pending[]): Promise<void> {
  if (done.length === 0) return;
  const [kinds, ids, revisions] = [
    done.map((item) => item.kind),
    done.map((item) => item.id),
    done.map((item) => item.revision),
  ];
  await tx
    .deleteFrom("shopify_pending")
    .where(
      sql<SqlBool>`(kind, resource_id, revision) in
        (select * from unnest(${kinds}::text[], ${ids}::text[], ${revisions}::bigint[]))`,
    )
    .execute();
}

/**
 * Postpones a resource that cannot be saved, so that the rest goes on; false where it was named again since, and is
 * due.
 */
export async function postponePending(
  tx: TenantTx,
  { kind, id, revision }: Omit<Pending, "isDeleted">,
  seconds: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_pending")
    .set({ wanted_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where("kind", "=", kind)
    .where("resource_id", "=", id)
    .where(sql<boolean>`revision = ${revision}::bigint`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes everything to be asked of a store that is no longer this tenant's. */
export async function clearPending(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("shopify_pending").execute();
}

/** Records down to which order missing sums were named. */
export async function noteSumsReadTo(tx: TenantTx, id: string): Promise<void> {
  await tx.updateTable("shopify_stores").set({ sums_read_to: id }).execute();
}

/** Whether a due resource has waited longer than this, so its job must have been lost. */
export async function hasForgottenPending(tx: TenantTx, minutes: number): Promise<boolean> {
  const row = await tx
    .selectFrom("shopify_pending")
    .select("resource_id")
    .where("wanted_at", "<", sql<string>`now() - make_interval(mins => ${minutes})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets webhooks so old that none of them is accepted any more. */
export async function deleteOldDeliveries(tx: TenantTx, days: number): Promise<void> {
  await tx
    .deleteFrom("shopify_deliveries")
    .where("received_at", "<", sql<string>`now() - make_interval(days => ${days})`)
    .execute();
}

type NewRequest = { topic: RequestTopic; shopDomain: string; bodyHash: Buffer; details: RequestDetails };

/** Stores a request until it is done. The same bytes are the same request: `times` says how often they came. */
export async function upsertRequest(
  tx: TenantTx,
  { topic, shopDomain, bodyHash, details }: NewRequest,
): Promise<{ id: string; times: number; isDone: boolean }> {
  return tx
    .insertInto("shopify_requests")
    .values({ id: newId(), topic, shop_domain: shopDomain, body_hash: bodyHash, details: JSON.stringify(details) })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "topic", "body_hash"]).doUpdateSet({ times: sql`shopify_requests.times + 1` }),
    )
    .returning(["id", "times", sql<boolean>`done_at is not null`.as("isDone")])
    .executeTakeFirstOrThrow();
}

/** Reopens a request. */
export async function reopenRequest(tx: TenantTx, id: string, details: RequestDetails): Promise<void> {
  await tx
    .updateTable("shopify_requests")
    .set({ done_at: null, outcome: null, details: JSON.stringify(details), received_at: sql<string>`now()` })
    .where("id", "=", id)
    .execute();
}

/** A request that is not done yet. */
export function selectRequest(tx: TenantTx, id: string) {
  return tx
    .selectFrom("shopify_requests")
    .select(["id", "topic", "times", "details", "shop_domain as shopDomain", "received_at as receivedAt"])
    .where("id", "=", id)
    .where("done_at", "is", null)
    .executeTakeFirst();
}

/** Locks a request until the transaction ends; false when it is done already. */
export async function lockRequest(tx: TenantTx, id: string): Promise<boolean> {
  const waiting = tx.selectFrom("shopify_requests").select("id").where("id", "=", id).where("done_at", "is", null);
  return (await waiting.forUpdate().executeTakeFirst()) !== undefined;
}

/** Records a request's result, and forgets whom it was about. */
export async function finishRequest(tx: TenantTx, id: string, outcome: string): Promise<void> {
  await tx
    .updateTable("shopify_requests")
    .set({ done_at: sql<string>`clock_timestamp()`, outcome, details: "{}" })
    .where("id", "=", id)
    .execute();
}

/** Requests that have waited so long that their job must have been lost. */
export async function selectForgottenRequests(tx: TenantTx, minutes: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("shopify_requests")
    .select("id")
    .where("done_at", "is", null)
    .where("received_at", "<", sql<string>`now() - make_interval(mins => ${minutes})`)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the tokens of a store that removed the app; false when there were none. */
export async function wipeTokens(tx: TenantTx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_stores")
    .set({
      access_token: Buffer.alloc(0),
      refresh_token: null,
      access_expires_at: null,
      refresh_expires_at: null,
      revoked_at: sql<string>`coalesce(revoked_at, now())`,
      webhooks_since: null,
      updated_at: sql<string>`now()`,
    })
    .where("origin", "=", "oauth")
    .where("access_token", "<>", Buffer.alloc(0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How the tenant is connected, and since when. */
export function selectGrant(tx: TenantTx) {
  return tx
    .selectFrom("shopify_stores")
    .select(["origin", "granted_at as grantedAt", "shop_domain as shopDomain", "revoked_at as revokedAt"])
    .executeTakeFirst();
}

/** Records since when the platform sends all wanted webhooks, or that it does not. */
export async function setSubscribed(tx: TenantTx, isSubscribed: boolean): Promise<void> {
  await tx
    .updateTable("shopify_stores")
    .set({ webhooks_since: isSubscribed ? sql<string>`coalesce(webhooks_since, now())` : null })
    .execute();
}

/**
 * The customers a request of the platform is about: with its number, or with its address and no other number;
 * `isOthers` says that the address belongs to another one now.
 */
export async function findAsked(
  tx: TenantTx,
  { id, email }: { id: string | null; email: string | null },
): Promise<{ ids: string[]; isOthers: boolean }> {
  const rows = await tx
    .selectFrom("customers")
    .select(["id", "shopify_customer_id as number"])
    .select(
      sql<boolean>`coalesce(${id} in (select shopify_customer_id from customer_joins j where j.into_id = customers.id), false)`.as(
        "isJoined",
      ),
    )
    .where((eb) =>
      eb.or([
        ...(id === null
          ? []
          : [
              eb("shopify_customer_id", "=", id),
              // Customers they were joined with are the same person.
              eb("id", "in", eb.selectFrom("customer_joins").select("into_id").where("shopify_customer_id", "=", id)),
            ]),
        ...(email === null ? [] : [eb("id", "=", sql<string>`customer_with(${email})`)]),
        eb.lit(false),
      ]),
    )
    .orderBy("id")
    .execute();
  const matching = rows.filter(({ number, isJoined }) => isJoined || number === null || id === null || number === id);
  return { ids: matching.map((row) => row.id), isOthers: matching.length < rows.length };
}

/** The addresses of the tenant's active admins. */
export async function selectAdmins(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ email }) => email);
}

import type { DoorRefusal } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { DoorReason } from "@deskhand/contract/vocabulary";
import { type Insertable, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { builtOnce } from "../../../platform/db/statement.ts";
import { asTenantId, type Db, enterTenant, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { inChunks } from "../../../platform/storage/files.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { CollectedMail } from "./accept-mail.ts";

type NewLogEntry = Insertable<Database["mail_log"]> & { id: string; raw_mail_id: string };

/** Stores a mail's bytes and one log entry per tenant, and calls `afterEach` within each tenant; all in one transaction. */
export async function storeMail(
  db: Db,
  raw: CollectedMail,
  entries: readonly (readonly [TenantId, NewLogEntry])[],
  afterEach: (tx: TenantTx, entryId: string) => Promise<void>,
): Promise<void> {
  const [first, ...others] = entries;
  if (!first) throw new TypeError("A mail is stored for at least one tenant");
  const store = async (tx: TenantTx) => {
    await storeFirst(tx, raw, first[1]);
    await afterEach(tx, first[1].id);
    for (const [tenant, entry] of others) {
      const next = await enterTenant(tx, tenant);
      await next.insertInto("mail_log").values(withReceiptTime(entry)).execute();
      await afterEach(next, entry.id);
    }
  };
  await db.withTenant(first[0], store, { plan: "once" });
}

// One round trip instead of three: nearly every mail is small and for one tenant.
const smallMail = builtOnce((db, { size, bytes, ...entry }: NewLogEntry & { size: number; bytes: Buffer }) =>
  db
    .with("raw", (cte) => cte.insertInto("raw_mails").values({ id: entry.raw_mail_id, size }))
    .with("chunk", (cte) =>
      cte.insertInto("raw_mail_chunks").values({ raw_mail_id: entry.raw_mail_id, position: 0, bytes }),
    )
    .insertInto("mail_log")
    .values(withReceiptTime(entry)),
);

// Uses the clock, because the transaction of a large mail begins long before the mail is stored.
function withReceiptTime(entry: NewLogEntry) {
  return { ...entry, received_at: sql<string>`clock_timestamp()` };
}

async function storeFirst(tx: TenantTx, { size, small, open }: CollectedMail, entry: NewLogEntry): Promise<void> {
  const { raw_mail_id } = entry;
  if (small) {
    await tx.executeQuery(smallMail({ size, bytes: small, ...entry }));
    return;
  }
  await tx.insertInto("raw_mails").values({ id: raw_mail_id, size }).execute();
  let position = 0;
  for await (const bytes of inChunks(open())) {
    await tx.insertInto("raw_mail_chunks").values({ raw_mail_id, position, bytes }).execute();
    position += 1;
  }
  await tx.insertInto("mail_log").values(withReceiptTime(entry)).execute();
}

/** Records a proof that may be used only once. Returns false if it was used before; a concurrent use waits and gets false. */
export async function recordProof(tx: TenantTx, proof: Buffer): Promise<boolean> {
  const remembered = await tx
    .insertInto("used_webhooks")
    .values({ proof })
    .onConflict((same) => same.doNothing())
    .returning("proof")
    .executeTakeFirst();
  return remembered !== undefined;
}

/** Deletes proofs that have expired. */
export async function deleteOldProofs(db: Db, minutes: number): Promise<void> {
  await db.withoutTenant((tx) =>
    tx
      .deleteFrom("used_webhooks")
      .where("used_at", "<", sql<string>`now() - make_interval(mins => ${minutes})`)
      .execute(),
  );
}

/** Finds the active tenant of a verified inbound address. */
export async function findActiveTenantOf(db: Db, address: string): Promise<TenantId | null> {
  const [found] = await findActive(db, (verified) => verified.where("address", "=", address));
  return found ?? null;
}

/** Finds the oldest active tenant, by the age of its support address. */
export async function findFirstTenant(db: Db, mailDomain: string): Promise<TenantId | null> {
  const [found] = await findActive(db, (verified) =>
    verified.where(domainOf, "=", mailDomain).orderBy("created_at").orderBy("client_id").limit(50),
  );
  return found ?? null;
}

/** Finds active tenants with verified addresses at a domain, from at most 50 addresses. */
export function findTenantsAt(db: Db, domain: string): Promise<TenantId[]> {
  return findActive(db, (verified) => verified.where(domainOf, "=", domain).limit(50));
}

/** Must match the expression of the index by domain. */
const domainOf = sql<string>`substring(address from '[^@]*$')`;

type Verified = SelectQueryBuilder<Database, "inbound_addresses", { client_id: string }>;

function findActive(db: Db, narrow: (verified: Verified) => Verified): Promise<TenantId[]> {
  return db.withoutTenant(async (tx) => {
    const verified = tx.selectFrom("inbound_addresses").select("client_id").where("is_verified", "=", true);
    const active: TenantId[] = [];
    for (const id of new Set((await narrow(verified).execute()).map(({ client_id }) => client_id))) {
      const tenant = asTenantId(id);
      const tenantTx = await enterTenant(tx, tenant);
      const { status } = await tenantTx.selectFrom("clients").select("status").executeTakeFirstOrThrow();
      if (status === "active") active.push(tenant);
    }
    return active;
  });
}

const today = sql<string>`(now() at time zone 'UTC')::date`;

/** Adds refusals at the SMTP door to the tenant's counts of today. */
export async function addRefusals(tx: TenantTx, times: ReadonlyMap<DoorReason, number>): Promise<void> {
  await tx
    .insertInto("door_refusals")
    .values([...times].map(([reason, count]) => ({ day: today, reason, times: count })))
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day", "reason"])
        .doUpdateSet({ times: sql<number>`door_refusals.times + excluded.times` }),
    )
    .execute();
}

/** Returns the counts of refusals for today and the last days, the most frequent reason first. */
export function selectRefusals(tx: TenantTx): Promise<DoorRefusal[]> {
  return tx
    .selectFrom("door_refusals")
    .select(["reason", sql<number>`coalesce(sum(times) filter (where day = ${today}), 0)::bigint`.as("today")])
    .select(sql<number>`sum(times)::bigint`.as("lately"))
    .where("day", ">", sql<string>`${today} - ${limits.doorDaysShown}::int`)
    .groupBy("reason")
    .orderBy("today", "desc")
    .orderBy("lately", "desc")
    .orderBy("reason")
    .execute();
}

/** Deletes counts of refusals that are too old to be shown. */
export async function forgetRefusals(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("door_refusals")
    .where("day", "<", sql<string>`${today} - ${intakeLimits.refusalDays}::int`)
    .execute();
}

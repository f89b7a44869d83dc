import { type Selectable, sql } from "kysely";
import type { ShopifySyncsTable } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A run of a sync, as stored. */
export type SyncRow = Selectable<ShopifySyncsTable>;
export type SyncKind = SyncRow["kind"];

type NewSync = { kind: SyncKind; cursor: string; since: string | null; startedBy: string | null };

/** Inserts a running sync; null, inserting nothing, where another one that excludes it runs. */
export async function insertSync(tx: TenantTx, { startedBy, ...sync }: NewSync): Promise<string | null> {
  const row = await tx
    .insertInto("shopify_syncs")
    .values({ id: newId(), ...sync, started_by: startedBy, state: "running" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A sync by its id. */
export function selectSync(tx: TenantTx, id: string): Promise<SyncRow | undefined> {
  return tx.selectFrom("shopify_syncs").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A running sync at exactly this position, locked until the transaction ends. */
export function holdSync(tx: TenantTx, { id, cursor }: Pick<SyncRow, "id" | "cursor">): Promise<SyncRow | undefined> {
  return tx
    .selectFrom("shopify_syncs")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("cursor", "is not distinct from", cursor)
    .forUpdate()
    .executeTakeFirst();
}

/** What a page adds to its sync. */
type Progress = {
  cursor: string;
  fetched: number;
  synced: number;
  unreadable: readonly string[];
  lastOrderId: string | null;
};

/** How many unreadable orders are stored by name; further ones are only counted. */
const maxNamed = 50;

/** Adds a page to the locked sync; returns it afterwards. */
export function addProgress(tx: TenantTx, id: string, page: Progress): Promise<SyncRow | undefined> {
  return tx
    .updateTable("shopify_syncs")
    .set((eb) => ({
      cursor: page.cursor,
      orders_fetched: eb("orders_fetched", "+", page.fetched),
      orders_synced: eb("orders_synced", "+", page.synced),
      errors: eb("errors", "+", page.unreadable.length),
      unreadable: sql`(unreadable || ${[...page.unreadable]}::text[])[1:${sql.lit(maxNamed)}]`,
      last_order_id: sql`(select id from unnest(array[last_order_id, ${page.lastOrderId}]::text[]) as id
        where id is not null order by id::numeric desc limit 1)`,
      updated_at: sql`clock_timestamp()`,
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Records how many orders to expect. */
export async function setExpected(tx: TenantTx, id: string, expected: number): Promise<void> {
  await tx.updateTable("shopify_syncs").set({ orders_expected: expected }).where("id", "=", id).execute();
}

type End = { fault: string } | { readUntil: string };

/** Ends a running sync: with a fault, or successfully with all changes read up to a time. False where it had ended. */
export async function endSync(tx: TenantTx, id: string, end: End): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shopify_syncs")
    .set({
      ...("fault" in end ? { state: "failed", fault: end.fault } : { state: "completed", read_until: end.readUntil }),
      finished_at: sql`clock_timestamp()`,
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a sync that nobody asked for and that has nothing to report. */
export async function deleteSync(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("shopify_syncs").where("id", "=", id).execute();
}

/** Deletes all syncs, as their store is gone. */
export async function deleteSyncs(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("shopify_syncs").execute();
}

/** Records on the connection when its store was last read, and up to when its changes were. */
export async function noteOnStore(
  tx: TenantTx,
  note: { last_synced_at?: string; reconciled_until?: string; reconciled_at?: string },
): Promise<void> {
  await tx.updateTable("shopify_stores").set(note).execute();
}

/** Up to when successful syncs have read changes; null without one. */
export async function selectReadUntil(tx: TenantTx): Promise<string | null> {
  const row = await tx
    .selectFrom("shopify_syncs")
    .select((eb) => eb.fn.max("read_until").as("until"))
    .where("state", "=", "completed")
    .executeTakeFirst();
  return row?.until ?? null;
}

/** Whether a sync of this kind was ever started. */
export async function hasSync(tx: TenantTx, kind: SyncKind): Promise<boolean> {
  const row = await tx.selectFrom("shopify_syncs").select("id").where("kind", "=", kind).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Lets a backfill that failed at least so long ago run again, from where it was; null where there is none. */
export async function reviveBackfill(tx: TenantTx, minutes: number): Promise<string | null> {
  const row = await tx
    .updateTable("shopify_syncs")
    .set({ state: "running", fault: null, finished_at: null, updated_at: sql`clock_timestamp()` })
    .where("kind", "=", "backfill")
    .where("state", "=", "failed")
    .where(sql<boolean>`finished_at <= now() - make_interval(mins => ${minutes})`)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Running syncs without progress for so long. */
export async function selectStill(tx: TenantTx, minutes: number): Promise<{ id: string; kind: SyncKind }[]> {
  return tx
    .selectFrom("shopify_syncs")
    .select(["id", "kind"])
    .where("state", "=", "running")
    .where(sql<boolean>`updated_at < now() - make_interval(mins => ${minutes})`)
    .execute();
}

const shownKinds = ["full", "incremental", "backfill"] as const;

/** Running and ended syncs, newest first, with who started them; without reconciliations, which run by themselves. */
export function selectHistory(tx: TenantTx, ended: number) {
  const rows = (isRunning: boolean, limit: number) =>
    tx
      .selectFrom("shopify_syncs as s")
      .leftJoin("users as u", "u.id", "s.started_by")
      .selectAll("s")
      .select("u.name as startedByName")
      .where("s.kind", "in", shownKinds)
      .where("s.state", isRunning ? "=" : "<>", "running")
      .orderBy(sql`coalesce(s.finished_at, s.started_at)`, "desc")
      .orderBy("s.id", "desc")
      .limit(limit)
      .execute();
  return Promise.all([rows(true, shownKinds.length), rows(false, ended)]);
}

/** The store's ids of these orders. */
export async function selectStoreIds(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("shopify_orders")
    .select("shopify_order_id as id")
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

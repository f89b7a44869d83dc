import type { StoreExport } from "@deskhand/contract/admin/setup";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** How many pieces are deleted at once. */
const chunksPerDelete = 1_000;

/** The last requested export, with who requested it. */
export function selectLastExport(tx: TenantTx): Promise<StoreExport | undefined> {
  return tx
    .selectFrom("store_exports as e")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "e.client_id").onRef("u.id", "=", "e.asked_by"))
    .select([
      ...(["e.id", "e.state", "e.progress", "e.size", "e.fault"] as const),
      "e.asked_at as askedAt",
      "u.name as askedBy",
      "e.ended_at as endedAt",
      sql<
        string | null
      >`case when e.state = 'ready' then e.ended_at + make_interval(days => ${limits.storeExportDays}) end`.as(
        "keptUntil",
      ),
    ])
    .orderBy("e.asked_at", "desc")
    .orderBy("e.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Records a request for an export; false where one is under way. */
export async function insertExport(tx: TenantTx, id: string, askedBy: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto("store_exports")
    .values({ id, asked_by: askedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** A finished export with its size; undefined for any other, and for an expired one. */
export function selectReadyExport(tx: TenantTx, id: string): Promise<{ size: number; day: string } | undefined> {
  return tx
    .selectFrom("store_exports")
    .select(["size", sql<string>`to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD')`.as("day")])
    .where("id", "=", id)
    .where("state", "=", "ready")
    .where("ended_at", ">", sql<string>`now() - make_interval(days => ${limits.storeExportDays})`)
    .executeTakeFirst();
}

/** A piece of an export by its place; undefined after the last. */
export async function selectExportChunk(tx: TenantTx, id: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("store_export_chunks")
    .select("bytes")
    .where("export_id", "=", id)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}

/**
 * Begins an export, also one that a killed process had begun; returns who requested it, or undefined where it is no
 * longer wanted.
 */
export function beginExport(tx: TenantTx, id: string): Promise<{ askedBy: string | null } | undefined> {
  return tx
    .updateTable("store_exports")
    .set({ state: "writing", progress: 0 })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "writing"])
    .returning("asked_by as askedBy")
    .executeTakeFirst();
}

/** Stores pieces of an export and its progress in percent; false where it is no longer wanted. */
export async function addToExport(
  tx: TenantTx,
  { id, progress, first, chunks }: { id: string; progress: number; first: number; chunks: readonly Buffer[] },
): Promise<boolean> {
  // Locks the row first: an erasure under way waits for it, or is waited for.
  const { numUpdatedRows: rows } = await tx
    .updateTable("store_exports")
    .set({ progress })
    .where("id", "=", id)
    .where("state", "=", "writing")
    .executeTakeFirstOrThrow();
  if (rows !== 1n) return false;
  const values = chunks.map((bytes, at) => ({ export_id: id, position: first + at, bytes }));
  if (values.length > 0) await tx.insertInto("store_export_chunks").values(values).execute();
  return true;
}

/**
 * Records that an export is finished, or why it failed; returns who requested it, or undefined where it is no longer
 * wanted.
 */
export function endExport(
  tx: TenantTx,
  { id, ...ended }: { id: string } & ({ size: number } | { fault: string }),
): Promise<{ askedBy: string | null } | undefined> {
  return tx
    .updateTable("store_exports")
    .set({
      ...("fault" in ended ? { state: "failed" as const } : { state: "ready" as const, progress: 100 }),
      ...ended,
      ended_at: sql<string>`now()`,
    })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "writing"])
    .returning("asked_by as askedBy")
    .executeTakeFirst();
}

/** Deletes some pieces of an export, or, without one, of deleted exports; returns whether there may be more. */
export async function deleteSomeChunks(tx: TenantTx, id: string | null): Promise<boolean> {
  const next = tx
    .selectFrom("store_export_chunks as c")
    .select(["c.export_id", "c.position"])
    .where((eb) =>
      id === null
        ? eb.not(eb.exists(eb.selectFrom("store_exports as e").whereRef("e.id", "=", "c.export_id").select("e.id")))
        : eb("c.export_id", "=", id),
    )
    .limit(chunksPerDelete);
  const { numDeletedRows: rows } = await tx
    .deleteFrom("store_export_chunks")
    .where((eb) => eb(eb.refTuple("export_id", "position"), "in", next.$asTuple("export_id", "position")))
    .executeTakeFirstOrThrow();
  return rows === BigInt(chunksPerDelete);
}

/** Deletes an export, whose pieces are deleted later; false where it is gone. */
export async function deleteExport(tx: TenantTx, id: string): Promise<boolean> {
  const { numDeletedRows: rows } = await tx.deleteFrom("store_exports").where("id", "=", id).executeTakeFirstOrThrow();
  return rows === 1n;
}

/** Deletes the exports before this one, likewise. */
export async function deleteEarlierExports(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("store_exports").where("id", "<>", id).execute();
}

/** Deletes expired exports and long failed ones, likewise. */
export async function deleteOldExports(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("store_exports")
    .where("ended_at", "<=", sql<string>`now() - make_interval(days => ${limits.storeExportDays})`)
    .execute();
}

/**
 * Deletes the bytes of all exports, with the reason, because they contain an erased person; also of one being written.
 */
export async function dropExports(tx: TenantTx, fault: string): Promise<void> {
  await tx
    .updateTable("store_exports")
    .set({ state: "failed", fault, size: 0, ended_at: sql<string>`now()` })
    .where("state", "<>", "failed")
    .execute();
  await tx.deleteFrom("store_export_chunks").execute();
}

/** How many bytes the kept exports of the store have, as a subquery. */
export function exportedSize() {
  return sql<number>`(select coalesce(sum(e.size), 0)::bigint from store_exports e)`;
}

import type { StoreExport } from "@deskhand/contract/admin/setup";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** As many pieces go at once. */
const removedAtOnce = 1_000;

/** The export that was asked for last, with who asked. */
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

/** Notes that somebody asks for an export; false where one is under way. */
export async function insertExport(tx: TenantTx, id: string, askedBy: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto("store_exports")
    .values({ id, asked_by: askedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** An export that is ready, with its size; undefined for any other, and for one whose days are over. */
export function selectReadyExport(tx: TenantTx, id: string): Promise<{ size: number; day: string } | undefined> {
  return tx
    .selectFrom("store_exports")
    .select(["size", sql<string>`to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD')`.as("day")])
    .where("id", "=", id)
    .where("state", "=", "ready")
    .where("ended_at", ">", sql<string>`now() - make_interval(days => ${limits.storeExportDays})`)
    .executeTakeFirst();
}

/** A piece of an export, by its place; undefined after the last one. */
export async function selectExportChunk(tx: TenantTx, id: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("store_export_chunks")
    .select("bytes")
    .where("export_id", "=", id)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}

/** Begins to write an export, also one that a process which was killed had begun; who asked for it, undefined for one that is not wanted any more. */
export function beginExport(tx: TenantTx, id: string): Promise<{ askedBy: string | null } | undefined> {
  return tx
    .updateTable("store_exports")
    .set({ state: "writing", progress: 0 })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "writing"])
    .returning("asked_by as askedBy")
    .executeTakeFirst();
}

/** Notes how far an export is, of a hundred, and keeps further pieces of it; false where it is not wanted any more. */
export async function addToExport(
  tx: TenantTx,
  { id, progress, first, chunks }: { id: string; progress: number; first: number; chunks: readonly Buffer[] },
): Promise<boolean> {
  // The row first: who erases somebody meanwhile waits for it, or is waited for.
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

/** Notes that an export is ready, or why there is none; who asked for it, undefined where it is not wanted any more. */
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

/** Removes the next pieces of an export, or without one those whose export is gone; whether there may be more. */
export async function deleteSomeChunks(tx: TenantTx, id: string | null): Promise<boolean> {
  const next = tx
    .selectFrom("store_export_chunks as c")
    .select(["c.export_id", "c.position"])
    .where((eb) =>
      id === null
        ? eb.not(eb.exists(eb.selectFrom("store_exports as e").whereRef("e.id", "=", "c.export_id").select("e.id")))
        : eb("c.export_id", "=", id),
    )
    .limit(removedAtOnce);
  const { numDeletedRows: rows } = await tx
    .deleteFrom("store_export_chunks")
    .where((eb) => eb(eb.refTuple("export_id", "position"), "in", next.$asTuple("export_id", "position")))
    .executeTakeFirstOrThrow();
  return rows === BigInt(removedAtOnce);
}

/** Removes an export, whose pieces go after it; false where it is gone. */
export async function deleteExport(tx: TenantTx, id: string): Promise<boolean> {
  const { numDeletedRows: rows } = await tx.deleteFrom("store_exports").where("id", "=", id).executeTakeFirstOrThrow();
  return rows === 1n;
}

/** Removes the exports before this one, likewise. */
export async function deleteEarlierExports(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("store_exports").where("id", "<>", id).execute();
}

/** Removes exports whose days are over, and those that failed so long ago, likewise. */
export async function deleteOldExports(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("store_exports")
    .where("ended_at", "<=", sql<string>`now() - make_interval(days => ${limits.storeExportDays})`)
    .execute();
}

/** Takes the bytes of all exports away, and says why: whoever was erased stood in them. Of one that is being written nothing is kept either. */
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

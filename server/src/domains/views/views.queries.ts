import type { SavedView, ViewFilter } from "@deskhand/contract/desk/views";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** A view with the id of its maker; null if they were deleted. */
export type ViewRow = Pick<SavedView, "id" | "name" | "filter" | "isShared" | "madeBy" | "updatedAt"> & {
  makerId: string | null;
};
type NewView = { id: string; makerId: string; name: string; filter: ViewFilter; isShared: boolean };
export type ViewValues = { [Name in "name" | "filter" | "isShared"]?: NewView[Name] | undefined };

const views = (tx: TenantTx) =>
  tx
    .selectFrom("saved_views as v")
    .leftJoin("users as u", (join) =>
      join.onRef("u.client_id", "=", "v.client_id").onRef("u.id", "=", "v.made_by").on("u.deleted_at", "is", null),
    )
    .select(["v.id", "v.name", "v.is_shared as isShared", "v.made_by as makerId", "u.name as madeBy"])
    .select(["v.updated_at as updatedAt", sql<ViewFilter>`v.filter`.as("filter")]);

/** Selects a person's own views, then the shared ones, each in their order. */
export function selectViews(tx: TenantTx, userId: string): Promise<ViewRow[]> {
  return views(tx)
    .where((eb) => eb.or([eb("v.made_by", "=", userId), eb("v.is_shared", "=", true)]))
    .orderBy(sql`v.made_by is distinct from ${userId}::uuid`)
    .orderBy("v.position")
    .orderBy("v.created_at")
    .orderBy("v.id")
    .execute();
}

/** Selects a view that is the person's own or shared. */
export function selectView(tx: TenantTx, id: string, userId: string): Promise<ViewRow | undefined> {
  return views(tx)
    .where("v.id", "=", id)
    .where((eb) => eb.or([eb("v.made_by", "=", userId), eb("v.is_shared", "=", true)]))
    .executeTakeFirst();
}

/** Selects a view's maker, even of a view that others may not see; undefined if there is no such view. */
export function selectViewMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("saved_views").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** Counts a person's views and the shared ones, and says whether another of theirs has this name. */
export function countViews(tx: TenantTx, userId: string, name: string, exceptId: string | null) {
  return tx
    .selectFrom("saved_views")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("made_by", "=", userId).as("own"),
      eb.fn.countAll<number>().filterWhere("is_shared", "=", true).as("shared"),
      sql<boolean>`coalesce(bool_or(made_by = ${userId} and lower(name) = lower(${name}::text)
        and id is distinct from ${exceptId}::uuid), false)`.as("isTaken"),
    ])
    .executeTakeFirstOrThrow();
}

/** Inserts a view after all others. */
export async function insertView(tx: TenantTx, { id, makerId, name, filter, isShared }: NewView): Promise<void> {
  await tx
    .insertInto("saved_views")
    .values((eb) => ({
      id,
      name,
      made_by: makerId,
      is_shared: isShared,
      filter: JSON.stringify(filter),
      position: eb.selectFrom("saved_views").select(sql<number>`coalesce(max(position), 0) + 1`.as("last")),
    }))
    .execute();
}

/** Saves changed values of a view; returns false if it changed since `expectedUpdatedAt`. */
export async function updateView(
  tx: TenantTx,
  id: string,
  expectedUpdatedAt: string,
  { name, filter, isShared }: ViewValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("saved_views")
    .set({
      ...(name !== undefined && { name }),
      ...(filter !== undefined && { filter: JSON.stringify(filter) }),
      ...(isShared !== undefined && { is_shared: isShared }),
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .where("updated_at", "=", expectedUpdatedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteView(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("saved_views").where("id", "=", id).execute();
}

/** Sorts views in the order of these ids. */
export async function sortViews(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("saved_views")
    .set({ position: sql<number>`array_position(${ids}::uuid[], id)` })
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Deletes a person's own views that are not shared. */
export async function deleteOwnViews(tx: TenantTx, userId: string): Promise<void> {
  await tx.deleteFrom("saved_views").where("made_by", "=", userId).where("is_shared", "=", false).execute();
}

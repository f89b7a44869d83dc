import { isDeepStrictEqual } from "node:util";
import type { SavedView, ViewFilter } from "@deskhand/contract/desk/views";
import { limits } from "@deskhand/contract/limits";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor, ActorContext } from "../../platform/http/context.ts";
import { countTickets } from "../tickets/index.ts";
import {
  countViews,
  deleteView,
  insertView,
  selectView,
  selectViewMaker,
  selectViews,
  sortViews,
  updateView,
  type ViewRow,
  type ViewValues,
} from "./views.queries.ts";

type NewView = { name: string; filter: ViewFilter; isShared: boolean; idempotencyKey: string };
type Change = ViewValues & { id: string; expectedUpdatedAt: string };

/**
 * Saves a filter of the list under a name (docs/product.md#saved-views). The idempotency key becomes the view's id, so a repeated request
 * saves it once.
 */
export async function createView(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, ...view }: NewView,
): Promise<SavedView> {
  await lockViews(tx);
  const maker = await selectViewMaker(tx, id);
  if (maker && maker.id !== actor.userId) throw failKeyUsed();
  if (maker) return toSavedView(actor, await findView(tx, id, actor));
  const { own, shared, isTaken } = await countViews(tx, actor.userId, view.name, null);
  if (isTaken) throw fail("view_name_taken");
  if (own >= limits.viewsOfPerson) throw fail("too_many_views");
  if (view.isShared && shared >= limits.viewsShared) throw fail("too_many_shared_views");
  await insertView(tx, { ...view, id, makerId: actor.userId });
  await emitChange(tx, actor, view.isShared);
  return toSavedView(actor, await findView(tx, id, actor));
}

/** Saves a change of a view; refuses if somebody changed it since it was read, unless nothing would change. */
export async function changeView(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, ...wanted }: Change,
): Promise<SavedView> {
  await lockViews(tx);
  const before = await findView(tx, id, actor);
  refuseUnlessEditable(actor, before);
  const values = realChanges(before, wanted);
  if (Object.keys(values).length === 0) return toSavedView(actor, before);
  // An unshared view is visible only to its maker.
  if (values.isShared === false && before.makerId !== actor.userId) throw fail("view_not_yours");
  const { shared, isTaken } = await countViews(tx, before.makerId ?? actor.userId, values.name ?? "", id);
  if (isTaken) throw fail("view_name_taken");
  if (values.isShared && shared >= limits.viewsShared) throw fail("too_many_shared_views");
  if (!(await updateView(tx, id, expectedUpdatedAt, values))) {
    throw fail("view_changed_meanwhile", { updatedAt: before.updatedAt });
  }
  await emitChange(tx, actor, before.isShared || values.isShared === true);
  return toSavedView(actor, await findView(tx, id, actor));
}

/** Deletes a view for everybody. */
export async function removeView(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  await lockViews(tx);
  const view = await findView(tx, id, actor);
  refuseUnlessEditable(actor, view);
  await deleteView(tx, id);
  await emitChange(tx, actor, view.isShared);
  return { id };
}

/** Sorts those of these views that the person may change in this order. */
export async function arrangeViews(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<SavedView[]> {
  await lockViews(tx);
  const byId = new Map((await listViews(tx, actor)).map((view) => [view.id, view]));
  const editable = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).filter(({ canEdit }) => canEdit);
  const editableIds = editable.map(({ id }) => id);
  await sortViews(tx, editableIds);
  if (editableIds.length > 0)
    await emitChange(
      tx,
      actor,
      editable.some(({ isShared }) => isShared),
    );
  return listViews(tx, actor);
}

/** Lists all views of a person. */
export async function listViews(tx: TenantTx, actor: Actor): Promise<SavedView[]> {
  return (await selectViews(tx, actor.userId)).map((view) => toSavedView(actor, view));
}

// Serializes changes, as concurrent ones could pass a limit together, or take the same name.
async function lockViews(tx: TenantTx): Promise<void> {
  await lockName(tx, "saved-views");
}

async function findView(tx: TenantTx, id: string, actor: Actor): Promise<ViewRow> {
  const view = await selectView(tx, id, actor.userId);
  if (!view) throw fail("view_not_found");
  return view;
}

function realChanges(before: ViewRow, { name, filter, isShared }: ViewValues): ViewValues {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(filter !== undefined && !isDeepStrictEqual(filter, before.filter) && { filter }),
    ...(isShared !== undefined && isShared !== before.isShared && { isShared }),
  };
}

async function emitChange(tx: TenantTx, { userId }: Actor, isShared: boolean): Promise<void> {
  await emit(tx, "views.changed", { userId: isShared ? null : userId });
}

type Viewer = Pick<Actor, "userId" | "role">;

/** Returns a view as this person sees it. */
function toSavedView({ userId, role }: Viewer, { makerId, ...view }: ViewRow): SavedView {
  const isMine = makerId === userId;
  return { ...view, isMine, canEdit: isMine || (view.isShared && role === "admin") };
}

/** Refuses everybody but a view's maker and, if it is shared, admins. */
function refuseUnlessEditable(actor: Viewer, view: ViewRow): void {
  if (!toSavedView(actor, view).canEdit) throw fail("view_not_yours");
}

type ViewCount = { id: string; count: number; isCapped: boolean };

/** Counts the tickets of each of a person's views, up to a cap (docs/product.md#saved-views). */
export async function countViewTickets(
  context: Pick<ActorContext, "actor" | "read" | "withTenant">,
): Promise<ViewCount[]> {
  const { actor, read, withTenant } = context;
  const views = await withTenant((tx) => selectViews(tx, actor.userId));
  const counts: ViewCount[] = [];
  // One by one, so that a person with many views takes only one connection.
  for (const { id, filter } of views) {
    const total = await countTickets(read, actor, filter, limits.viewCountCap);
    const isCapped = total > limits.viewCountCap;
    counts.push({ id, count: isCapped ? limits.viewCountCap : total, isCapped });
  }
  return counts;
}

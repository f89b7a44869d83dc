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
  placeViews,
  selectView,
  selectViewMaker,
  selectViews,
  updateView,
  type ViewRow,
  type ViewValues,
} from "./views.queries.ts";

type NewView = { name: string; filter: ViewFilter; isShared: boolean; idempotencyKey: string };
type Change = ViewValues & { id: string; expectedUpdatedAt: string };

/** Keeps a filter of the list by a name, once for a key: it becomes the view's id (docs/product.md#saved-views). */
export async function createView(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, ...view }: NewView,
): Promise<SavedView> {
  await lockViews(tx);
  const maker = await selectViewMaker(tx, id);
  if (maker && maker.id !== actor.userId) throw failKeyUsed();
  if (maker) return shownTo(actor, await findView(tx, id, actor));
  const { own, shared, isTaken } = await countViews(tx, actor.userId, view.name, null);
  if (isTaken) throw fail("view_name_taken");
  if (own >= limits.viewsOfPerson) throw fail("too_many_views");
  if (view.isShared && shared >= limits.viewsShared) throw fail("too_many_shared_views");
  await insertView(tx, { ...view, id, makerId: actor.userId });
  await tell(tx, actor, view.isShared);
  return shownTo(actor, await findView(tx, id, actor));
}

/** Saves a change of a view that nobody else has changed since it was read; one that is there already is none. */
export async function changeView(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, ...wanted }: Change,
): Promise<SavedView> {
  await lockViews(tx);
  const before = await findView(tx, id, actor);
  mayEdit(actor, before);
  const values = realChanges(before, wanted);
  if (Object.keys(values).length === 0) return shownTo(actor, before);
  // Nobody but who made it could see it then.
  if (values.isShared === false && before.makerId !== actor.userId) throw fail("view_not_yours");
  const { shared, isTaken } = await countViews(tx, before.makerId ?? actor.userId, values.name ?? "", id);
  if (isTaken) throw fail("view_name_taken");
  if (values.isShared && shared >= limits.viewsShared) throw fail("too_many_shared_views");
  if (!(await updateView(tx, id, expectedUpdatedAt, values))) {
    throw fail("view_changed_meanwhile", { updatedAt: before.updatedAt });
  }
  await tell(tx, actor, before.isShared || values.isShared === true);
  return shownTo(actor, await findView(tx, id, actor));
}

/** Removes a view for everybody who has it. */
export async function removeView(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  await lockViews(tx);
  const view = await findView(tx, id, actor);
  mayEdit(actor, view);
  await deleteView(tx, id);
  await tell(tx, actor, view.isShared);
  return { id };
}

/** Puts those of these views that somebody may change in this order. */
export async function arrangeViews(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<SavedView[]> {
  await lockViews(tx);
  const seen = new Map((await listViews(tx, actor)).map((view) => [view.id, view]));
  const theirs = [...new Set(ids)].flatMap((id) => seen.get(id) ?? []).filter(({ canEdit }) => canEdit);
  const placed = theirs.map(({ id }) => id);
  await placeViews(tx, placed);
  if (placed.length > 0)
    await tell(
      tx,
      actor,
      theirs.some(({ isShared }) => isShared),
    );
  return listViews(tx, actor);
}

/** All that somebody has. */
export async function listViews(tx: TenantTx, actor: Actor): Promise<SavedView[]> {
  return (await selectViews(tx, actor.userId)).map((view) => shownTo(actor, view));
}

// Several at once could pass a limit together, or take one name.
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

async function tell(tx: TenantTx, { userId }: Actor, isShared: boolean): Promise<void> {
  await emit(tx, "views.changed", { userId: isShared ? null : userId });
}

type Viewer = Pick<Actor, "userId" | "role">;

/** A view as somebody sees it. */
function shownTo({ userId, role }: Viewer, { makerId, ...view }: ViewRow): SavedView {
  const isMine = makerId === userId;
  return { ...view, isMine, canEdit: isMine || (view.isShared && role === "admin") };
}

/** Refuses who may not change a view: all but who made it and, where it is shared, admins. */
function mayEdit(actor: Viewer, view: ViewRow): void {
  if (!shownTo(actor, view).canEdit) throw fail("view_not_yours");
}

type Viewed = { id: string; count: number; isCapped: boolean };

/** How many tickets each view of somebody's shows, up to a cap (docs/product.md#saved-views). */
export async function countViewed(context: Pick<ActorContext, "actor" | "read" | "withTenant">): Promise<Viewed[]> {
  const { actor, read, withTenant } = context;
  const views = await withTenant((tx) => selectViews(tx, actor.userId));
  const counted: Viewed[] = [];
  // One after the other: who has many views takes one connection and not all of them.
  for (const { id, filter } of views) {
    const total = await countTickets(read, actor, filter, limits.viewCountCap);
    const isCapped = total > limits.viewCountCap;
    counted.push({ id, count: isCapped ? limits.viewCountCap : total, isCapped });
  }
  return counted;
}

import type { SavedView } from "@deskhand/contract/desk/views";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { ViewRow } from "./views.queries.ts";

type Viewer = Pick<Actor, "userId" | "role">;

/** A view as somebody sees it. */
export function shownTo({ userId, role }: Viewer, { makerId, ...view }: ViewRow): SavedView {
  const isMine = makerId === userId;
  return { ...view, isMine, canEdit: isMine || (view.isShared && role === "admin") };
}

/** Refuses who may not change a view: all but who made it and, where it is shared, admins. */
export function mayEdit(actor: Viewer, view: ViewRow): void {
  if (!shownTo(actor, view).canEdit) throw fail("view_not_yours");
}

import type { SavedView, ViewFilter } from "@deskhand/contract/desk/views";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bookmark, ChevronDown, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, failureText } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { headerIconClass } from "../../screens/list-header.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { closeToast, showToast } from "../../ui/overlay/show-toast.ts";
import { DeleteViewDialog, NameViewDialog } from "./view-dialogs.tsx";

export interface ViewControlsProps {
  /** The open view; null for none. */
  view: SavedView | null;
  /** Whether the open view was deleted or is no longer shared. */
  isGone: boolean;
  /** Whether the URL names an unavailable view that was not open. */
  isUnknown: boolean;
  /** Whether the list differs from the view. */
  isChanged: boolean;
  /** The list's current filter. */
  filter: Partial<ViewFilter>;
  /** Whether the filter can be saved. */
  canSave: boolean;
  /** Removes the view from the URL. */
  onForget: () => void;
  onOpen: (id: string | null) => void;
  /** Restores the view's filter. */
  onDiscard: () => void;
}

type OpenDialog = "new" | "rename" | "delete" | null;

/** Saves the list's filter as a view, and changes the open one. */
export function ViewControls(props: ViewControlsProps) {
  const { view, isGone, isUnknown, onForget, isChanged, filter, canSave, onOpen, onDiscard } = props;
  const { can } = useSession();
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const refetch = () => void cache.invalidateQueries({ queryKey: api.views.key() });
  const save = useMutation(
    api.views.update.mutationOptions({ ...failsOffline, onSettled: refetch, onError: (error) => tell(error) }),
  );
  const move = useMutation(
    api.views.arrange.mutationOptions({ ...failsOffline, onSettled: refetch, onError: (error) => tell(error) }),
  );
  useGoneNotice(isGone);
  useUnknownNotice(isUnknown, onForget);
  if (!can("views:write")) return null;

  function change(values: Partial<Pick<SavedView, "isShared">> & { filter?: Partial<ViewFilter> }) {
    if (view === null) return;
    save.mutate({ id: view.id, expectedUpdatedAt: view.updatedAt, ...values }, { onSuccess: onDiscard });
  }

  async function moveBy(step: 1 | -1) {
    const { items } = await cache.ensureQueryData(api.views.list.queryOptions());
    const ids = items.filter(({ isMine }) => isMine === view?.isMine).map(({ id }) => id);
    const at = ids.indexOf(view?.id ?? "");
    const [moved] = ids.splice(at, 1);
    if (moved === undefined) return;
    ids.splice(Math.max(at + step, 0), 0, moved);
    move.mutate({ ids });
  }

  return (
    <>
      {view === null ? (
        <Button
          icon={<Bookmark size={15} aria-hidden className={headerIconClass} />}
          disabled={!canSave}
          className={cx(!canSave && "max-sm:hidden")}
          title={canSave ? undefined : "Filter the list first"}
          onClick={() => setDialog("new")}
        >
          Save as view
        </Button>
      ) : (
        <>
          {isChanged && view.canEdit && (
            <Button variant="primary" busy={save.isPending} busyText="Saving..." onClick={() => change({ filter })}>
              Update view
            </Button>
          )}
          <Menu
            label="View"
            align="start"
            trigger={(trigger) => (
              <Button {...trigger} className="max-w-48">
                {view.isShared ? (
                  <Users size={14} aria-label="Shared view" className="shrink-0" />
                ) : (
                  <Bookmark size={14} aria-label="View" className="shrink-0" />
                )}
                <span dir="auto" className="min-w-0 truncate">
                  {view.name}
                </span>
                <ChevronDown size={14} aria-hidden className="shrink-0" />
              </Button>
            )}
            items={[
              ...(isChanged ? [{ id: "discard", label: "Discard changes", onChoose: onDiscard }] : []),
              { id: "new", label: "Save as new view", onChoose: () => setDialog("new") },
              ...(view.canEdit ? [{ id: "rename", label: "Rename", onChoose: () => setDialog("rename") }] : []),
              ...(view.isMine
                ? [
                    {
                      id: "share",
                      label: view.isShared ? "Keep to myself" : "Share with everybody",
                      onChoose: () => change({ isShared: !view.isShared }),
                    },
                  ]
                : []),
              ...(view.canEdit
                ? [
                    { id: "up", label: "Move up", onChoose: () => void moveBy(-1) },
                    { id: "down", label: "Move down", onChoose: () => void moveBy(1) },
                    { id: "delete", label: "Delete view", isDangerous: true, onChoose: () => setDialog("delete") },
                  ]
                : []),
            ]}
          />
        </>
      )}
      {dialog === "new" && <NameViewDialog view={null} filter={filter} onSaved={onOpen} onClose={close} />}
      {dialog === "rename" && view !== null && (
        <NameViewDialog view={view} filter={filter} onSaved={() => undefined} onClose={close} />
      )}
      {dialog === "delete" && view !== null && (
        <DeleteViewDialog view={view} onDeleted={() => onOpen(null)} onClose={close} />
      )}
    </>
  );
}

function tell(error: CallError): void {
  showToast({ id: "view", title: "The view was not saved", message: failureText(error) });
}

const gone = "This view was deleted, or is not shared with you";

/** Reports an unavailable view once and removes it from the URL; the list keeps the URL's other filters. */
function useUnknownNotice(isUnknown: boolean, onForget: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often this rerenders before the URL has changed.
  useEffect(() => {
    if (!isUnknown) return;
    showToast({ id: "view-gone", title: gone, message: "The list shows tickets without it." });
    onForget();
  }, [isUnknown]);
}

/** Reports a deleted view once; the list keeps showing its tickets. */
function useGoneNotice(isGone: boolean): void {
  useEffect(() => {
    if (!isGone) return;
    showToast({
      id: "view-gone",
      title: gone,
      message: "The list stays as it is. Save it as a view to keep it.",
    });
    return () => closeToast("view-gone");
  }, [isGone]);
}

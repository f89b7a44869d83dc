import type { SavedView } from "@deskhand/contract/desk/views";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { DangerDialog } from "../../ui/overlay/danger-dialog.tsx";

interface DeleteViewDialogProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const cache = useQueryClient();
  async function end() {
    onDeleted();
    onClose();
    await cache.invalidateQueries({ queryKey: api.views.key() });
  }
  const remove = useMutation(
    api.views.remove.mutationOptions({
      ...failsOffline,
      onSuccess: end,
      // Somebody else was faster.
      onError: (error) => (isMissing(error, "view_not_found") ? end() : undefined),
    }),
  );
  return (
    <DangerDialog
      title="Delete this view?"
      confirmText="Delete view"
      busyText="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: view.id })}
      onClose={onClose}
    >
      <FailureBanner error={remove.error} title="The view was not deleted" onDismiss={remove.reset} />
      <p className="break-anywhere">
        <strong dir="auto">{view.name}</strong>{" "}
        {view.isShared ? "goes for everybody in the store." : "goes from your list."} The tickets stay as they are.
      </p>
    </DangerDialog>
  );
}

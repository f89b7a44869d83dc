import type { Resource } from "@deskhand/contract/knowledge";
import { safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { isGone } from "../use-resources.ts";

interface DeleteResourceDialogProps {
  resource: Pick<Resource, "id" | "title" | "fileUrl">;
  onClose: () => void;
  /** Called before anything else learns of the deletion. */
  onDeleted?: () => void;
}

/** Asks for confirmation before a resource is deleted for good. One that is already gone counts as deleted. */
export function DeleteResourceDialog({ resource, onClose, onDeleted }: DeleteResourceDialogProps) {
  const cache = useQueryClient();
  const removal = useMutation({
    async mutationFn(id: string) {
      const { error } = await safe(api.knowledge.remove.call({ id }));
      // Somebody else deleted it first, or a response was lost: either way it is gone.
      if (error !== null && !isGone(error)) throw error;
    },
    onSuccess(_, id) {
      onDeleted?.();
      onClose();
      showToast({
        id: "resource-deleted",
        icon: <Trash2 size={16} aria-hidden />,
        title: "Resource deleted",
        message: resource.title,
      });
      cache.removeQueries({ queryKey: api.knowledge.get.key({ input: { id } }) });
      void cache.invalidateQueries({ queryKey: api.knowledge.key() });
    },
  });
  return (
    <DangerDialog
      title="Delete Resource"
      confirmText="Delete Resource"
      busyText="Deleting..."
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(resource.id)}
      onClose={onClose}
    >
      <p className="break-anywhere">
        Are you sure you want to delete "<bdi>{resource.title}</bdi>"?
      </p>
      <p className="text-soft">
        It goes for everybody and for good, with its earlier versions{resource.fileUrl === null ? "" : " and its file"}.
        Its link no longer opens. What was sent to customers stays with them.
      </p>
      <FailureBanner error={removal.error} title="Failed to delete resource" />
    </DangerDialog>
  );
}

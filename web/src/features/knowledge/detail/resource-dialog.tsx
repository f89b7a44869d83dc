import { useQuery } from "@tanstack/react-query";
import { Ellipsis, History, Pencil, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { isMissing } from "../../../lib/failure.ts";
import { DetailAbsent } from "../../../screens/detail-parts.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { KindBadge, OpennessBadges } from "../resource-badges.tsx";
import { useShareResource } from "../share-resource.tsx";
import { DeleteResourceDialog } from "./delete-resource-dialog.tsx";
import { ResourceBody } from "./resource-body.tsx";

interface ResourceDialogProps {
  resourceId: string;
  onClose: () => void;
  /** Actions besides reading; absent without permission or when unsuitable here. */
  onEdit?: (() => void) | undefined;
  onShowHistory?: (() => void) | undefined;
  returnFocusTo?: () => HTMLElement | null;
}

/** Shows a resource with its actions (docs/product.md#resources). Mount it with the resource's id as its key. */
export function ResourceDialog(props: ResourceDialogProps) {
  const { resourceId, onClose, onEdit, onShowHistory, returnFocusTo } = props;
  const { data, error, refetch } = useQuery(api.knowledge.get.queryOptions({ input: { id: resourceId } }));
  const [isRemoving, setRemoving] = useState(false);
  const share = useShareResource();
  // Somebody else deleted or hid it while open; one's own deletion has closed it already.
  const isGone = isMissing(error, "resource_not_found") && !isRemoving;
  const resource = isGone ? undefined : data;

  return (
    <Dialog
      size="md"
      title={resource === undefined ? "Resource" : <bdi>{resource.title}</bdi>}
      onClose={onClose}
      {...(returnFocusTo && { returnFocusTo })}
      badges={
        resource && (
          <>
            <OpennessBadges resource={resource} />
            <KindBadge resource={resource} />
          </>
        )
      }
      actions={
        resource !== undefined &&
        onEdit !== undefined && (
          <>
            <Button
              data-edit-resource
              icon={<Pencil size={14} aria-hidden className="max-sm:hidden" />}
              onClick={onEdit}
            >
              Edit
            </Button>
            <Menu
              label="More actions"
              className="min-w-48"
              trigger={(button) => (
                <IconButton {...button} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />
              )}
              items={[
                {
                  id: "history",
                  label: "Version History",
                  icon: <History size={15} aria-hidden />,
                  onChoose: () => onShowHistory?.(),
                },
                {
                  id: "delete",
                  label: "Delete Resource...",
                  icon: <Trash2 size={15} aria-hidden />,
                  isDangerous: true,
                  onChoose: () => setRemoving(true),
                },
              ]}
            />
          </>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {resource !== undefined && onEdit !== undefined && (
            <Button icon={<Share2 size={14} aria-hidden />} onClick={() => share.share(resource)}>
              Share
            </Button>
          )}
        </>
      }
    >
      {/* It scrolls, so the keyboard must reach it. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element.
        tabIndex={0}
        data-autofocus
        aria-label={resource?.title ?? "Resource"}
        className="rounded-tag"
      >
        {resource !== undefined ? (
          <ResourceBody resource={resource} />
        ) : error === null ? (
          <BodySkeleton />
        ) : (
          <DetailAbsent
            noun="Resource"
            error={error}
            isMissing={isGone}
            failureTitle="Failed to load resource"
            closeText="Back to resources"
            onRetry={() => void refetch()}
            onClose={onClose}
          >
            It may have been deleted, or is no longer open to you.
          </DetailAbsent>
        )}
      </section>
      {share.dialog}
      {isRemoving && resource !== undefined && (
        <DeleteResourceDialog resource={resource} onDeleted={onClose} onClose={() => setRemoving(false)} />
      )}
    </Dialog>
  );
}

function BodySkeleton() {
  return (
    <div role="status" aria-label="Loading..." className="flex animate-appear-late flex-col gap-2.5">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-11/12" />
      <Skeleton className="h-3.5 w-2/3" />
    </div>
  );
}

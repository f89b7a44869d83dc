import type { Resource } from "@deskhand/contract/knowledge";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A resource without a file, to be read where it is. */
export function ResourceReader({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { id, title, category, uploaderName, updatedAt, description } = resource;
  const { data, error, refetch } = useQuery(api.knowledge.get.queryOptions({ input: { id }, gcTime: 0 }));
  return (
    <Dialog
      size="md"
      title={<bdi>{title}</bdi>}
      onClose={onClose}
      badges={<Badge>{category}</Badge>}
      subtitle={
        <span className="text-sm">
          By <bdi>{uploaderName ?? "Unknown"}</bdi>, {formatDateTime(updatedAt)}
        </span>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {/* It scrolls: the keyboard must reach it. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus.
        tabIndex={0}
        data-autofocus
        aria-label={title}
        className="flex flex-col gap-3 rounded-tag"
      >
        {description !== null && (
          <p dir="auto" className="text-soft break-anywhere">
            {description}
          </p>
        )}
        {data !== undefined ? (
          <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap break-anywhere">
            {data.content ?? "This resource has neither a file nor a text."}
          </p>
        ) : error !== null ? (
          <FailureBanner error={error} onRetry={refetch} />
        ) : (
          <div role="status" aria-label="Loading..." className="flex flex-col gap-2.5">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-11/12" />
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        )}
      </section>
    </Dialog>
  );
}

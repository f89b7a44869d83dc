import type { ResourceVersion } from "@deskhand/contract/knowledge";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime, formatLongDateTime } from "../../../lib/format.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TagList } from "../../../ui/tag-list.tsx";
import { accessWords, typeLooks } from "../resource-badges.tsx";
import { BodyFact } from "./resource-body.tsx";

interface ResourceHistoryProps {
  resourceId: string;
  canRestore: boolean;
  onClose: () => void;
}

/** A resource's earlier versions, to read and restore (docs/product.md#writing-resources). */
export function ResourceHistory({ resourceId, canRestore, onClose }: ResourceHistoryProps) {
  const cache = useQueryClient();
  const input = { id: resourceId };
  const { data: resource, error: missing } = useQuery(api.knowledge.get.queryOptions({ input }));
  const { data, error, refetch } = useQuery(api.knowledge.versions.queryOptions({ input }));
  const [chosen, choose] = useState<number | null>(null);
  const version = data?.items.find(({ number }) => number === chosen) ?? data?.items[0];
  const restore = useMutation(
    api.knowledge.restore.mutationOptions({
      onSuccess(restored, { number }) {
        cache.setQueryData(api.knowledge.get.queryKey({ input }), restored);
        void cache.invalidateQueries({ queryKey: api.knowledge.key() });
        onClose();
        announce(`Version ${number} of ${restored.title} restored`);
      },
      // Shows the current version, so that the user can decide again.
      onError: () => cache.invalidateQueries({ queryKey: api.knowledge.key() }),
    }),
  );

  return (
    <Dialog
      size="lg"
      tall
      bare
      title="Version History"
      subtitle={resource && <bdi className="line-clamp-1 text-sm break-anywhere">{resource.title}</bdi>}
      onClose={onClose}
      footer={
        <>
          <p className="mr-auto text-soft text-xs max-sm:basis-full">
            {version !== undefined && "A version keeps the words. The file stays as it is now."}
          </p>
          <Button onClick={onClose}>Close</Button>
          {canRestore && version !== undefined && resource !== undefined && (
            <Button
              variant="primary"
              busy={restore.isPending}
              busyText="Restoring..."
              onClick={() => restore.mutate({ ...input, number: version.number, knownUpdatedAt: resource.updatedAt })}
            >
              Restore Version {version.number}
            </Button>
          )}
        </>
      }
    >
      <div className="flex h-full flex-col">
        <FailureBanner
          error={restore.error ?? error ?? missing}
          title={restore.error === null ? "Failed to load versions" : "Failed to restore version"}
          className="mx-4 mt-3 sm:mx-5"
          onRetry={restore.error === null ? () => void refetch() : undefined}
        />
        {data === undefined && error === null && <HistorySkeleton />}
        {data?.items.length === 0 && (
          <EmptyState icon={<History size={20} aria-hidden />} title="No earlier versions">
            Whenever this resource is edited, what it was before is kept here.
          </EmptyState>
        )}
        {data !== undefined && version !== undefined && (
          <div className="flex min-h-0 flex-1 max-sm:flex-col">
            <VersionList versions={data.items} chosen={version.number} onChoose={choose} />
            <VersionView key={version.number} version={version} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface VersionListProps {
  versions: readonly ResourceVersion[];
  chosen: number;
  onChoose: (number: number) => void;
}

function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  return (
    <ul
      aria-label="Versions"
      className="shrink-0 overflow-y-auto overscroll-contain border-line max-sm:max-h-44 max-sm:border-b sm:w-64 sm:border-r"
    >
      {versions.map(({ number, savedAt, savedBy }) => (
        <li key={number} className="border-line border-b">
          <button
            type="button"
            aria-pressed={number === chosen}
            onClick={() => onChoose(number)}
            className={cx(
              "flex w-full flex-col px-4 py-2 text-left text-sm transition-colors duration-120 focus-visible:-outline-offset-2 sm:px-5",
              number === chosen ? "bg-accent/10 shadow-[inset_2px_0_var(--color-accent)]" : "hover:bg-hover",
            )}
          >
            <span className="font-medium">Version {number}</span>
            <time dateTime={savedAt} className="text-soft tabular">
              {formatDateTime(savedAt)}
            </time>
            <bdi className="truncate text-faint">{savedBy ?? "Unknown"}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function VersionView({ version }: { version: ResourceVersion }) {
  const { number, title, description, content, category, fileType, tags, accessLevel, isPublic, savedAt } = version;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element.
      tabIndex={0}
      aria-label={`Version ${number}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2 sm:p-5"
    >
      <h3 className="font-semibold text-lg break-anywhere">
        <bdi>{title}</bdi>
      </h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <BodyFact name="Saved">
          <time dateTime={savedAt}>{formatLongDateTime(savedAt)}</time>
        </BodyFact>
        <BodyFact name="Category">{category}</BodyFact>
        <BodyFact name="Type">{typeLooks[fileType].short}</BodyFact>
        <BodyFact name="Access Level">
          {accessWords[accessLevel]}, {isPublic ? "Public" : "Private"}
        </BodyFact>
      </dl>
      {tags.length > 0 && <TagList tags={tags} />}
      {description !== null && (
        <p dir="auto" className="whitespace-pre-wrap text-soft break-anywhere">
          {description}
        </p>
      )}
      <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap break-anywhere">
        {content ?? <span className="text-faint">Without content</span>}
      </p>
    </section>
  );
}

function HistorySkeleton() {
  return (
    <div role="status" aria-label="Loading..." className="flex animate-appear-late flex-col gap-3 p-5">
      <Skeleton className="h-12 w-60" />
      <Skeleton className="h-12 w-60" />
      <Skeleton className="h-12 w-60" />
    </div>
  );
}

import type { Resource } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Pencil, Share2, Trash2 } from "lucide-react";
import { memo, type PointerEvent, type ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { counted, formatDate, formatFileSize } from "../../../lib/format.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TagList } from "../../../ui/tag-list.tsx";
import { KindBadge, OpennessBadges, ResourceIcon } from "../resource-badges.tsx";

/** A card on phones; on wide screens the resource, its category and its actions side by side. */
const rowClass =
  "relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 px-4 py-2.5 " +
  "@2xl:grid-cols-[auto_minmax(0,1fr)_auto] @min-[60rem]:grid-cols-[auto_minmax(0,1fr)_11rem_7.5rem_auto] @min-[60rem]:gap-x-5";

interface ResourceRowProps {
  resource: Resource;
  isOpen: boolean;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
  canWrite: boolean;
  onDownload: (resource: Resource) => void;
  onShare: (resource: Resource) => void;
  onDelete: (resource: Resource) => void;
}

/** A row of the list (docs/product.md#the-list-of-resources). The link that opens it covers the whole row. */
export const ResourceRow = memo(function ResourceRow(props: ResourceRowProps) {
  const { resource, isOpen } = props;
  const { id, title, excerpt, excerptIsCut, description, category, fileType, tags } = resource;
  const { uploaderName, updatedAt, fileSize, usageCount } = resource;
  const used = counted(usageCount, "view");
  return (
    <article
      data-resource={id}
      className={cx(
        rowClass,
        "transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
        isOpen && "shadow-[inset_2px_0_var(--color-accent)]",
      )}
    >
      <ResourceIcon type={fileType} />
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="line-clamp-2 min-w-0 font-[550] break-anywhere">
            <bdi>{title}</bdi>
          </h2>
          <OpennessBadges resource={resource} />
          <KindBadge resource={resource} />
        </div>
        <Excerpt text={excerpt ?? description} isCut={excerpt !== null && excerptIsCut} />
        {tags.length > 0 && <TagList isTerse tags={tags} most={limits.tagsOnResource} />}
      </div>
      <p className="flex min-w-0 flex-wrap gap-x-3 text-sm text-soft @max-[60rem]:col-span-full @max-[60rem]:pl-12 @min-[60rem]:flex-col">
        <span className="min-w-0 truncate">{category}</span>
        <bdi className="min-w-0 truncate text-faint">{uploaderName ?? "Unknown"}</bdi>
        <time dateTime={updatedAt} className="tabular @min-[60rem]:hidden">
          {formatDate(updatedAt)}
        </time>
        {fileSize !== null && <span className="tabular @min-[60rem]:hidden">{formatFileSize(fileSize)}</span>}
        <span className="tabular text-faint @min-[60rem]:hidden">{used}</span>
      </p>
      <p className="flex flex-col text-right text-sm text-soft tabular @max-[60rem]:hidden">
        <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        {fileSize !== null && <span className="text-faint">{formatFileSize(fileSize)}</span>}
        <span className="text-faint">{used}</span>
      </p>
      <RowActions {...props} />
    </article>
  );
});

function Excerpt({ text, isCut }: { text: string | null; isCut: boolean }) {
  if (text === null) return null;
  return (
    <p dir="auto" className="line-clamp-2 max-w-[110ch] text-left text-sm text-soft break-anywhere">
      {isCut ? `${text}...` : text}
    </p>
  );
}

/** A resource's actions; only the first covers the row, the others lie above it. */
function RowActions(props: ResourceRowProps) {
  const { resource, isTabStop, canWrite, onDownload, onShare, onDelete } = props;
  const { id, title, fileUrl } = resource;
  const tabIndex = isTabStop ? 0 : -1;
  const above = { tabIndex, size: "sm", className: "relative z-1" } as const;
  return (
    <div className="flex items-center justify-end gap-0.5 @max-2xl:col-span-full @max-2xl:justify-start @max-2xl:pl-12 @2xl:col-start-3 @2xl:row-start-1 @min-[60rem]:col-start-5">
      <ResourceLink resourceId={id} tabIndex={tabIndex} className={cx(buttonClass("secondary", "sm"), "mr-1 covers")}>
        View
        <span className="sr-only"> {title}</span>
      </ResourceLink>
      {/* Keeps the place of a missing file, so that the columns stay aligned. */}
      {fileUrl === null ? (
        <span className="size-7 @max-[60rem]:hidden" />
      ) : (
        <a
          href={fileUrl}
          target="_blank"
          rel="noreferrer"
          tabIndex={tabIndex}
          title="Download"
          aria-label={`Download ${title}`}
          onClick={() => onDownload(resource)}
          className={cx(buttonClass("ghost", "sm"), "relative z-1 w-7 px-0! hover:bg-hover hover:text-ink")}
        >
          <Download size={15} aria-hidden />
        </a>
      )}
      <IconButton
        {...above}
        label={`Share ${title}`}
        title="Share"
        icon={<Share2 size={15} aria-hidden />}
        onClick={() => onShare(resource)}
      />
      {canWrite && (
        <>
          <Link
            from="/dashboard/knowledge"
            to="."
            search={(search) => ({ ...search, edit: id })}
            resetScroll={false}
            tabIndex={tabIndex}
            title="Edit"
            aria-label={`Edit ${title}`}
            className={cx(buttonClass("ghost", "sm"), "relative z-1 w-7 px-0! hover:bg-hover hover:text-ink")}
          >
            <Pencil size={15} aria-hidden />
          </Link>
          <IconButton
            {...above}
            label={`Delete ${title}`}
            title="Delete"
            icon={<Trash2 size={15} aria-hidden />}
            onClick={() => onDelete(resource)}
          />
        </>
      )}
    </div>
  );
}

/** `count` placeholder rows while resources load. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
    <div key={row} aria-hidden className={cx(rowClass, "min-h-24 border-line border-t first:border-t-0")}>
      <Skeleton className="size-9" />
      <div className="flex flex-col gap-2 py-1">
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-1/4" />
      </div>
      <Skeleton className="h-3 w-28 @max-[60rem]:hidden" />
      <Skeleton className="h-3 w-20 justify-self-end @max-[60rem]:hidden" />
      <Skeleton className="h-7 w-36 @max-2xl:hidden" />
    </div>
  ));
}

interface ResourceLinkProps {
  resourceId: string;
  tabIndex?: number;
  className: string;
  children: ReactNode;
}

/** Opens a resource over the current list, fetching it when the mouse button goes down. */
function ResourceLink({ resourceId, ...rest }: ResourceLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may be the start of scrolling.
    if (pointerType !== "mouse" || button !== 0) return;
    void cache.prefetchQuery(api.knowledge.get.queryOptions({ input: { id: resourceId } }));
  }

  return (
    <Link
      {...rest}
      from="/dashboard/knowledge"
      to="."
      search={(search) => ({ ...search, resourceId })}
      resetScroll={false}
      onPointerDown={askAhead}
    />
  );
}

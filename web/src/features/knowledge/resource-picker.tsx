import { promiseOf } from "@deskhand/contract/checking/promised-files";
import type { Resource, ResourceDetail, ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { Check, LibraryBig, Search, SearchX } from "lucide-react";
import { useState } from "react";
import { type CallError, failureText } from "../../lib/failure.ts";
import { counted } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { arrowFocus } from "../../ui/form/arrow-keys.ts";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ResourceDialog } from "./detail/resource-dialog.tsx";
import { typeLooks } from "./resource-badges.tsx";
import { ResourceItem } from "./resource-item.tsx";
import { COPIED, LinkByHand, PrivateQuestion, useCopyLink } from "./share-resource.tsx";
import { isFiltered, isGone, noFilter, type PickerFilter, useRecordUse, useResources } from "./use-resources.ts";

interface ResourcePickerProps {
  attachedIds: readonly string[];
  onAttach: (resource: Resource, block: string) => void;
  onClose: () => void;
}

/** Finds an agent resource to read, link or attach (docs/product.md#resources). */
export function ResourcePicker({ attachedIds, onAttach, onClose }: ResourcePickerProps) {
  const [filter, setFilter] = useState(noFilter);
  const [reading, setReading] = useState<Resource | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<{ resource: Resource; kind: "attach" | "link" } | null>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useResources(filter);
  const [opening, attaching] = [useRecordUse(), useRecordUse()];
  const attachingId = attaching.isPending ? attaching.variables.id : null;
  const link = useCopyLink();
  const filtered = isFiltered(filter);

  function fail(title: string, cause: CallError) {
    setReading(null);
    if (isGone(cause)) {
      void refetch();
      return setFault(`“${title}” was deleted meanwhile, or you no longer have access. The list is up to date again.`);
    }
    setFault(`“${title}” could not be attached: ${failureText(cause)}`);
  }

  function view(resource: Resource) {
    setFault(null);
    if (resource.fileUrl === null) setReading(resource);
    // A failure to count matters to no reader, but a deleted resource does.
    const onError = (cause: CallError) => isGone(cause) && fail(resource.title, cause);
    opening.mutate({ id: resource.id, kind: "open" }, { onError });
  }

  function attach({ id, title }: Resource) {
    // The second of two clicks comes before the button is disabled.
    if (attachingId !== null) return;
    setFault(null);
    attaching.mutate(
      { id, kind: "attach" },
      {
        onSuccess(resource) {
          onAttach(resource, resourceBlock(resource));
          announce(`${title} attached`);
        },
        onError: (cause) => fail(title, cause),
      },
    );
  }

  function copy({ fileUrl }: Resource) {
    if (fileUrl !== null) void link.copy(fileUrl);
  }

  return (
    <Dialog size="xl" tall bare title="Agent Resources" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the search box and the resources. */}
      <div
        className="flex h-full flex-col"
        onKeyDown={(event) => arrowFocus(event, "input[type=search], [data-attach]")}
      >
        <div className="flex shrink-0 flex-col gap-2 border-line border-b px-4 pt-3 pb-2 sm:px-5">
          <ResourceFilters filter={filter} categories={data?.categories ?? []} onChange={setFilter} />
          <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-soft tabular">
            <p role="status">{data === undefined ? isFetching && "Loading resources..." : foundText(data, filtered)}</p>
            {data !== undefined && isFetching && <span className="animate-appear-late">Loading resources...</span>}
            {link.last?.isCopied && (
              <p aria-hidden className="ml-auto flex items-center gap-1.5 text-green">
                <Check size={14} />
                {COPIED}
              </p>
            )}
          </div>
          {fault !== null && (
            <Banner kind="warning" onDismiss={() => setFault(null)}>
              {fault}
            </Banner>
          )}
          {link.last?.isCopied === false && <LinkByHand url={link.last.url} onDismiss={link.dismiss} />}
          <FailureBanner error={error} title="Failed to load resources" onRetry={refetch} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {data === undefined ? (
            error === null && <PickerSkeleton />
          ) : data.items.length === 0 ? (
            <PickerEmpty isFiltered={filtered} onClear={() => setFilter(noFilter)} />
          ) : (
            <ul
              aria-label="Resources"
              className={cx("divide-y divide-line transition-opacity duration-120", isPlaceholderData && "opacity-60")}
            >
              {data.items.map((resource) => (
                <ResourceItem
                  key={resource.id}
                  resource={resource}
                  isAttached={attachedIds.includes(resource.id)}
                  isAttaching={attachingId === resource.id}
                  isCopied={link.last?.isCopied === true && link.last.url === resource.fileUrl}
                  onView={() => view(resource)}
                  onCopy={() => (resource.isPublic ? copy(resource) : setConfirming({ resource, kind: "link" }))}
                  onAttach={() => (resource.isPublic ? attach(resource) : setConfirming({ resource, kind: "attach" }))}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
      {confirming !== null && (
        <PrivateQuestion
          title={confirming.resource.title}
          kind={confirming.kind}
          onConfirm={() => (confirming.kind === "attach" ? attach : copy)(confirming.resource)}
          onClose={() => setConfirming(null)}
        />
      )}
      {reading !== null && <ResourceDialog resourceId={reading.id} onClose={() => setReading(null)} />}
    </Dialog>
  );
}

/** Says why the picker is empty and what to do next. */
function PickerEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const Icon = isFiltered ? SearchX : LibraryBig;
  return (
    <EmptyState
      icon={<Icon size={20} aria-hidden />}
      title={isFiltered ? "No resources found" : "No resources available"}
      action={isFiltered ? <Button onClick={onClear}>Clear Filters</Button> : undefined}
    >
      {isFiltered ? "Try adjusting your search or filter criteria" : "No agent resources have been uploaded yet"}
    </EmptyState>
  );
}

const rows = ["w-64", "w-48", "w-72", "w-56", "w-60"];

/** Placeholders while resources load. */
function PickerSkeleton() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {rows.map((width) => (
        <li key={width} className="flex gap-3.5 px-4 py-3 sm:px-5">
          <Skeleton className="size-9" />
          <div className="flex min-w-0 flex-1 flex-col gap-2 py-0.5">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-52" />
          </div>
        </li>
      ))}
    </ul>
  );
}

const types = [
  { value: "" as const, label: "All Types" },
  ...resourceTypes.map((value) => ({ value, label: typeLooks[value].label })),
];

interface ResourceFiltersProps {
  filter: PickerFilter;
  categories: ResourceList["categories"];
  onChange: (filter: PickerFilter) => void;
}

/** Filters the resources by text, category and type. */
function ResourceFilters({ filter, categories, onChange }: ResourceFiltersProps) {
  const offered = resourceCategories.filter(
    (each) => each === filter.category || categories.some(({ category }) => category === each),
  );
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        data-autofocus
        aria-label="Search resources"
        placeholder="Search resources, manuals, policies..."
        icon={<Search size={15} aria-hidden />}
        maxLength={limits.searchLength}
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
        className="w-full sm:w-64 sm:flex-1"
      />
      <Select
        aria-label="Category"
        options={[{ value: "", label: "All Categories" }, ...offered.map((value) => ({ value, label: value }))]}
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category })}
        className="max-sm:flex-1 sm:w-52"
      />
      <Select
        aria-label="Type"
        options={types}
        value={filter.fileType}
        onChange={(fileType) => onChange({ ...filter, fileType })}
        className="max-sm:flex-1 sm:w-52"
      />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(noFilter)}>
          Clear Filters
        </Button>
      )}
    </search>
  );
}

const SEPARATOR = "-".repeat(32);

type Described = Pick<
  ResourceDetail,
  "title" | "fileType" | "description" | "content" | "fileUrl" | "fileName" | "isPublic"
>;

/**
 * Returns the text that a resource adds to a reply (docs/product.md#resources-in-a-reply). A private resource's link
 * would open for nobody outside, so its file goes with the reply and the text names it.
 */
export function resourceBlock(resource: Described): string {
  const { title, fileType, description, content, fileUrl, fileName, isPublic } = resource;
  if (fileUrl !== null) {
    const about = description || "Please see the attached resource for more information.";
    const file = isPublic ? `View Document: ${fileUrl}` : promiseOf(fileName ?? title);
    return [`${title} (${fileType.toUpperCase()})`, about, file].join("\n");
  }
  if (content !== null && content.trim() !== "") return [title, SEPARATOR, content.trim(), SEPARATOR].join("\n");
  const about = description || "Please refer to our knowledge base for more information about this topic.";
  return [title, about].join("\n");
}

/** Says how many resources were found: "12 resources found (filtered)", and how many are shown if not all. */
export function foundText({ total, items }: Pick<ResourceList, "total" | "items">, isFiltered: boolean): string {
  const found = `${counted(total, "resource")} found${isFiltered ? " (filtered)" : ""}`;
  return items.length < total ? `${found}, the ${items.length} most used are shown` : found;
}

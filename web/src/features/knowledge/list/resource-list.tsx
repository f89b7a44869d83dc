import type { ResourceList as LoadedResources, Resource } from "@deskhand/contract/knowledge";
import { LibraryBig, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { counted } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FilteredList } from "../../../screens/filtered-list.tsx";
import { headerIconClass } from "../../../screens/list-header.tsx";
import { SearchBox } from "../../../screens/search/search-field.tsx";
import { usePages } from "../../../screens/use-pages.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { DeleteResourceDialog } from "../detail/delete-resource-dialog.tsx";
import { orderWords } from "../resource-badges.tsx";
import { useShareResource } from "../share-resource.tsx";
import { useRecordUse } from "../use-resources.ts";
import { ResourceFilterPanel } from "./resource-filter-panel.tsx";
import { cleared, countFilters, listInput, type ResourceListFilter } from "./resource-list-filter.ts";
import { ResourceRow, RowSkeleton } from "./resource-row.tsx";

interface ResourceListProps {
  filter: ResourceListFilter;
  onFilter: (filter: ResourceListFilter) => void;
  onAdd: () => void;
  /** The open resource, whose row is marked. */
  openResourceId: string | null;
}

const ROW_PX = 96;
const CARD_PX = 190;
const CARD_BELOW_PX = 672;

/** The store's resources: searched and filtered, live and paged (docs/product.md#the-list-of-resources). */
export function ResourceList({ filter, onFilter, onAdd, openResourceId }: ResourceListProps) {
  const { can } = useSession();
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.knowledge.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.knowledge.list.call({ ...input, ...page }, { signal }),
  });
  const [removing, setRemoving] = useState<Resource | null>(null);
  const [clears, setClears] = useState(0);
  const share = useShareResource();
  const use = useRecordUse();
  const { latest } = pages;
  const isFiltered = countFilters(filter) > 0;
  const canWrite = can("knowledge:write");

  function clear() {
    // Typed but unapplied text must not apply afterwards: the field is remounted.
    setClears(clears + 1);
    onFilter(cleared(filter));
  }

  return (
    <>
      <FilteredList
        header={{
          title: "Agent Resources",
          subtitle: "Internal documentation, manuals, and resources for support agents",
          create: canWrite && (
            <Button
              data-add-resource
              variant="primary"
              icon={<Plus size={15} aria-hidden className={headerIconClass} />}
              onClick={onAdd}
            >
              Add Resource
            </Button>
          ),
        }}
        queryKey={api.knowledge.key()}
        signedOutText="Please sign in to view and manage agent resources."
        filter={filter}
        result={latest === undefined || !isFiltered ? null : counted(latest.total, "filtered resource")}
        notice={<SearchLine key={clears} filter={filter} onFilter={onFilter} />}
        renderFilters={(id) => (
          <ResourceFilterPanel id={id} filter={filter} known={latest} onChange={onFilter} onClear={clear} />
        )}
        renderSummary={(isLoading) => (
          <ResourceSummary loaded={latest} isFiltered={isFiltered} isLoading={isLoading && pages.error === null} />
        )}
        label="Resources"
        noun="resources"
        pages={pages}
        total={latest?.total}
        rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
        renderRow={(resource, isTabStop) => (
          <ResourceRow
            resource={resource}
            isOpen={resource.id === openResourceId}
            isTabStop={isTabStop}
            canWrite={canWrite}
            // A failure to count matters to no reader.
            onDownload={({ id }) => use.mutate({ id, kind: "open" })}
            onShare={share.share}
            onDelete={setRemoving}
          />
        )}
        Skeleton={RowSkeleton}
        empty={<ListEmpty isFiltered={isFiltered} onClear={clear} onAdd={canWrite ? onAdd : undefined} />}
      />
      {share.dialog}
      {removing !== null && <DeleteResourceDialog resource={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

/** While typing, sooner than in the ticket list, because there are fewer resources. */
const SEARCH_DELAY_MS = 200;

/** The search and the order of its results; both stay when the filters are cleared. */
function SearchLine({ filter, onFilter }: Pick<ResourceListProps, "filter" | "onFilter">) {
  return (
    <search className="mt-3.5 flex flex-wrap items-center gap-2 max-sm:mt-2.5">
      <SearchBox
        noun="resources, manuals, policies"
        delayMs={SEARCH_DELAY_MS}
        search={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
        className="w-full sm:w-72 sm:flex-1"
      />
      <Select
        aria-label="Sort by"
        options={orderWords}
        value={filter.order}
        onChange={(order) => onFilter({ ...filter, order })}
        className="w-full sm:w-48"
      />
    </search>
  );
}

interface ListEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: (() => void) | undefined;
}

/** Says why there is no resource and what to do next. */
function ListEmpty({ isFiltered, onClear, onAdd }: ListEmptyProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title="No resources found"
        action={<Button onClick={onClear}>Clear All Filters</Button>}
      >
        Try adjusting your search or filter criteria to find what you're looking for
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<LibraryBig size={20} aria-hidden />}
      title="No resources yet"
      action={
        onAdd !== undefined && (
          <Button variant="primary" icon={<Plus size={15} aria-hidden />} onClick={onAdd}>
            Add First Resource
          </Button>
        )
      }
    >
      Start building your knowledge base by adding manuals, policies, and documentation for your support team
    </EmptyState>
  );
}

interface ResourceSummaryProps {
  /** Absent until the list is loaded. */
  loaded: LoadedResources | undefined;
  isFiltered: boolean;
  isLoading: boolean;
}

/** How many resources are shown, in how many categories, and how many there are in all. */
function ResourceSummary({ loaded, isFiltered, isLoading }: ResourceSummaryProps) {
  return (
    <div className="flex min-h-9.5 flex-wrap items-center gap-x-3 gap-y-1 px-1 py-2 text-sm text-soft tabular">
      {loaded !== undefined && (
        <p className="flex flex-wrap gap-x-2 [&>:not(:last-child)]:after:ml-2 [&>:not(:last-child)]:after:text-faint [&>:not(:last-child)]:after:content-['·']">
          <span className="text-ink">{counted(loaded.total, isFiltered ? "filtered resource" : "resource")}</span>
          <span>{loaded.categories.length === 1 ? "1 category" : `${loaded.categories.length} categories`}</span>
          <span>{counted(loaded.articles, "total article")}</span>
        </p>
      )}
      {isFiltered && <Badge tone="accent">Filtered Results</Badge>}
      {isLoading && (
        <span role="status" className={loaded === undefined ? undefined : "animate-appear-late"}>
          Loading resources...
        </span>
      )}
    </div>
  );
}

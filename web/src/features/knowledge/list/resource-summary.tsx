import type { ResourceList } from "@deskhand/contract/knowledge";
import { counted } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";

interface ResourceSummaryProps {
  /** Absent until the list has come. */
  loaded: ResourceList | undefined;
  isFiltered: boolean;
  isLoading: boolean;
}

/** How many resources are shown, in how many categories, and of how many in all. */
export function ResourceSummary({ loaded, isFiltered, isLoading }: ResourceSummaryProps) {
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

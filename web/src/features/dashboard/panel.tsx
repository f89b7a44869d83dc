import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { cx } from "../../ui/cx.ts";

interface PanelProps<Item> {
  title: string;
  subtitle?: string;
  query: UseQueryResult<Item[]>;
  /** What is said when the query failed, before why. */
  failure: string;
  /** Instead of the items: while they are fetched, and when there are none. */
  loading: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
  className?: string;
}

/** One part of the dashboard under its heading; each loads and fails by itself. */
export function Panel<Item>(props: PanelProps<Item>) {
  const { title, subtitle, query, failure, loading, empty, children, className } = props;
  const titleId = useId();
  const { data, error, isPending, isFetching, refetch } = query;
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isPending}
      className={cx("flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-panel", className)}
    >
      <div className="flex min-h-11 flex-wrap items-baseline gap-x-2.5 border-line border-b px-4 py-3">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {subtitle !== undefined && <p className="text-faint text-sm">{subtitle}</p>}
      </div>
      <FailureBanner error={error} title={failure} isRetrying={isFetching} onRetry={refetch} className="m-3" />
      {isPending && loading}
      {data !== undefined && (data.length === 0 ? empty : children(data))}
    </section>
  );
}

/** The list of what happened last: beside the tickets it is as high as they are, and scrolls. */
export const listClass = "py-1 lg:h-0 lg:grow lg:overflow-y-auto";
export const rowClass = "flex gap-3 px-4 py-2.5";

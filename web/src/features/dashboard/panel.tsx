import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { cx } from "../../ui/cx.ts";

interface PanelProps<Item> {
  title: string;
  subtitle?: string;
  query: UseQueryResult<Item[]>;
  /** The sentence shown before the reason when the query failed. */
  failure: string;
  /** Shown while loading; `empty` when there are no items. */
  loading: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
  className?: string;
}

/** A headed part of the dashboard, which loads and fails on its own. */
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

/** The activity list beside the tickets is as high as they are and scrolls. */
export const listClass = "py-1 lg:h-0 lg:grow lg:overflow-y-auto";
export const rowClass = "flex gap-3 px-4 py-2.5";

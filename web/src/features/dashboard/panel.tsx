import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { cx } from "../../ui/cx.ts";

interface FrameProps {
  title: string;
  /** Shown beside the title. */
  subtitle?: ReactNode;
  isBusy?: boolean;
  children?: ReactNode;
  className?: string | undefined;
}

/** A headed part of the dashboard. */
export function PanelFrame({ title, subtitle, isBusy = false, children, className }: FrameProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isBusy}
      className={cx("flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-panel", className)}
    >
      <div className="flex min-h-11 flex-wrap items-baseline gap-x-2.5 border-line px-4 py-3 not-last:border-b">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {subtitle !== undefined && <div className="text-faint text-sm">{subtitle}</div>}
      </div>
      {children}
    </section>
  );
}

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
export function Panel<Item>({ query, failure, loading, empty, children, ...frame }: PanelProps<Item>) {
  const { data, error, isPending, isFetching, refetch } = query;
  return (
    <PanelFrame {...frame} isBusy={isPending}>
      <FailureBanner error={error} title={failure} isRetrying={isFetching} onRetry={refetch} className="m-3" />
      {isPending && loading}
      {data !== undefined && (data.length === 0 ? empty : children(data))}
    </PanelFrame>
  );
}

/** The activity list beside the tickets is as high as they are and scrolls. */
export const listClass = "py-1 lg:h-0 lg:grow lg:overflow-y-auto";
export const rowClass = "flex gap-3 px-4 py-2.5";
/** A row that a link in it covers. */
export const coveredClass =
  "hover:on-raised relative transition-colors duration-120 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2";

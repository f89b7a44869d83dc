import { cx } from "./cx.ts";

/** A grey stand-in in the shape of what is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-tag bg-hover", className)} />;
}

/** A panel's outline while its content loads. */
export function PanelSkeleton({ lines, className }: { lines: number; className?: string }) {
  return (
    <div aria-hidden className={cx("flex flex-col gap-3 rounded-panel border border-line bg-panel p-4", className)}>
      <Skeleton className="h-4 w-40 max-w-full" />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike, and none moves.
        <Skeleton key={line} className={cx("h-3", line % 2 === 0 ? "w-4/5" : "w-3/5")} />
      ))}
    </div>
  );
}

/** A table's outline while its rows load. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden className="divide-y divide-line rounded-panel border border-line bg-panel">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike, and none moves.
        <div key={row} className="flex h-14 items-center gap-6 px-3.5">
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-3 w-1/5" />
          <Skeleton className="ml-auto h-3 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}

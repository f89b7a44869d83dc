import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { cellClass, rowClass } from "./row-layout.ts";

/** `count` rows in the shape of tickets that are on their way. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and they never change places.
    <div key={row} aria-hidden className={cx(rowClass, "border-line border-t first:border-t-0")}>
      <Skeleton className={cx(cellClass.identifier, "my-1 h-3 w-17")} />
      <Skeleton className={cx(cellClass.created, "my-1 h-3 w-12 @2xl:w-full")} />
      <Skeleton className={cx(cellClass.subject, "my-1 h-3 w-3/5 @max-2xl:basis-3/5")} />
      <Skeleton className={cx(cellClass.detail, "my-0.75 h-3 w-4/5 @max-2xl:basis-4/5")} />
      <span className="basis-full @2xl:hidden">
        <Skeleton className="my-1 h-3 w-2/5" />
      </span>
      <span className="flex basis-full gap-1.5 @2xl:hidden">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-5 w-12" />
      </span>
      <Skeleton className={cx(cellClass.customer, "my-1 h-3 w-4/5 @max-2xl:hidden")} />
      <Skeleton className={cx(cellClass.status, "h-5.5 w-20 rounded-full!")} />
      <Skeleton className={cx(cellClass.priority, "h-5.5 w-17 rounded-full!")} />
      <Skeleton className={cx(cellClass.counts, "my-1 h-3 w-10")} />
    </div>
  ));
}

import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { rowClass } from "./order-row.tsx";

/** `count` rows in the shape of orders that are on their way. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and they never change places.
    <div key={row} aria-hidden className={cx(rowClass, "min-h-21 border-line border-t first:border-t-0")}>
      <div className="flex flex-col gap-2 pt-1">
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
      <div className="flex flex-col gap-2 pt-1 @max-2xl:col-span-full">
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-6 w-4/5" />
      </div>
      <Skeleton className="mt-1 h-3 w-20 justify-self-end @max-[60rem]:hidden" />
      <Skeleton className="h-7 w-24 @max-2xl:col-start-2 @max-2xl:row-start-1" />
    </div>
  ));
}

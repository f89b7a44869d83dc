import { Skeleton } from "../../ui/skeleton.tsx";

const rows = ["w-64", "w-48", "w-72", "w-56", "w-60"];

/** Stands in for the resources that are being loaded. */
export function PickerSkeleton() {
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

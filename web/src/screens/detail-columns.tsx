import type { ReactNode } from "react";
import { Skeleton } from "../ui/skeleton.tsx";

/** A dialog's facts, as cards, beside its lists; above them, two by two, where there is less room, and one by one on phones. */
export function DetailColumns({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div
      data-page-shortcuts
      className="flex h-full flex-col max-split:overflow-y-auto max-split:overscroll-contain split:grid split:grid-cols-[360px_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-3 p-4 max-split:pb-0 sm:p-5 sm:max-split:grid sm:max-split:grid-cols-2 sm:max-split:grid-rows-[auto_1fr] sm:max-split:items-start sm:max-split:pb-0 sm:max-split:*:only:col-span-full split:overflow-y-auto split:overscroll-contain split:border-line split:border-r">
        {facts}
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 sm:p-5 split:overflow-y-auto split:overscroll-contain">
        {children}
      </div>
    </div>
  );
}

/** Its outline while they are fetched. */
export function DetailSkeleton({ noun }: { noun: string }) {
  return (
    <div className="grid h-full animate-appear-late gap-3 p-5 split:grid-cols-[340px_minmax(0,1fr)]">
      <p role="status" className="sr-only">
        Loading {noun}...
      </p>
      <Skeleton className="h-64 rounded-panel" />
      <Skeleton className="h-80 rounded-panel" />
    </div>
  );
}

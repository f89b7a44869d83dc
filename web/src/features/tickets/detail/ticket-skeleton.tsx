import { Skeleton } from "../../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

/** A thread in outline, while the ticket is fetched. */
export function TicketSkeleton() {
  return (
    <div className="flex animate-appear-late flex-col gap-3.5 p-5">
      <p role="status">
        <VisuallyHidden>Loading ticket...</VisuallyHidden>
      </p>
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="mt-3 h-24 w-[55%] rounded-panel" />
      <Skeleton className="h-28 w-[55%] self-end rounded-panel" />
      <Skeleton className="h-18 w-[55%] rounded-panel" />
    </div>
  );
}

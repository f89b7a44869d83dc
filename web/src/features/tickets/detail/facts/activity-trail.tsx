import { shownText } from "@deskhand/contract/addresses/shown-address";
import { useQuery } from "@tanstack/react-query";
import { activityIcons, activitySentence } from "../../../../entities/ticket/activity-words.ts";
import { api } from "../../../../lib/api.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { cx } from "../../../../ui/cx.ts";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../../ui/time/relative-time.tsx";

/** What happened to a ticket and who did it, the newest first. */
export function ActivityTrail({ ticketId, className }: { ticketId: string; className: string }) {
  const { data, error, isPending, refetch } = useQuery(
    api.tickets.activity.queryOptions({ input: { id: ticketId }, refetchOnMount: "always" }),
  );
  return (
    <section
      aria-label="Activity"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={cx("focus-visible:outline-offset-[-2px]", className)}
    >
      <h3 className="mb-3 font-semibold text-soft text-xs">Activity</h3>
      {isPending && (
        <div aria-hidden className="flex animate-appear-late flex-col gap-3">
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} className="h-8 w-full" />
          ))}
        </div>
      )}
      {data === undefined && <FailureLine error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ol className="flex flex-col gap-3">
          {data.items.toReversed().map((activity) => {
            const Icon = activityIcons[activity.kind];
            return (
              <li key={activity.id} className="flex items-start gap-2.5 text-sm">
                <Icon size={14} aria-hidden className="mt-0.5 shrink-0 text-faint" />
                <p className="min-w-0 flex-1 text-soft break-anywhere">
                  <bdi className="font-medium text-ink">{shownText(activity.actorName)}</bdi>{" "}
                  {activitySentence(activity)}
                  <RelativeTime at={activity.createdAt} smallest="minute" className="block text-faint text-xs" />
                </p>
              </li>
            );
          })}
        </ol>
      )}
      {data?.hasOlder && <p className="mt-3 text-soft text-xs">What happened before is not shown.</p>}
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { api } from "../../lib/api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { listClass, rowClass } from "./activity-classes.ts";
import { Panel } from "./panel.tsx";

const ActivitySteps = loadLater(
  () => import("./activity-steps.tsx").then(({ ActivitySteps }) => ActivitySteps),
  Loading,
);

/** What happened last on any ticket, each step leading to its ticket. */
export function RecentActivity({ className = "" }: { className?: string }) {
  return (
    <Panel
      title="Recent Activity"
      query={useQuery(api.dashboard.recentActivity.queryOptions())}
      failure="Failed to load recent activity"
      loading={<Loading />}
      empty={
        <EmptyState icon={<Activity size={20} aria-hidden />} title="No recent activity">
          Activity will appear here once you start receiving and managing support tickets.
        </EmptyState>
      }
      className={className}
    >
      {(steps) => <ActivitySteps steps={steps} />}
    </Panel>
  );
}

function Loading() {
  return (
    <div className={listClass}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and they never change places.
        <div key={row} aria-hidden className={rowClass}>
          <Skeleton className="mt-0.5 size-3.75 shrink-0" />
          <div className="flex-1">
            <Skeleton className="my-0.75 h-3 w-4/5" />
            <Skeleton className="my-0.75 h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

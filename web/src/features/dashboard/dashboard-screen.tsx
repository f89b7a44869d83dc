import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { listClass, Panel, rowClass } from "./panel.tsx";
import { RecentTickets } from "./recent-tickets.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The dashboard: what a new store has still to set up, figures, recent tickets and recent activity (docs/product.md#dashboard). */
export function DashboardScreen({ firstSteps }: { firstSteps: ReactNode }) {
  return (
    <>
      <h1 className="font-semibold text-xl">Customer Support Dashboard</h1>
      <p className="mb-4 text-soft">Welcome back! Here's your latest support operations overview.</p>
      {firstSteps}
      <StatCards />
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(280px,340px)_minmax(0,1fr)]">
        <RecentActivity className="lg:has-[ol]:min-h-100" />
        {/* On phones the tickets come first: the activity is long. */}
        <RecentTickets className="@container max-lg:order-first" />
      </div>
    </>
  );
}

const ActivitySteps = loadLater(
  () => import("./activity-steps.tsx").then(({ ActivitySteps }) => ActivitySteps),
  Loading,
);

/** What happened last on any ticket, each step leading to its ticket. */
function RecentActivity({ className = "" }: { className?: string }) {
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

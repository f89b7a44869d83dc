import type { RecentActivity as Step } from "@deskhand/contract/dashboard";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { activityIcons, activitySentence } from "../../entities/ticket/activity-words.ts";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { Panel } from "./panel.tsx";

// Beside the tickets it is as high as they are, and scrolls.
const listClass = "py-1 lg:h-0 lg:grow lg:overflow-y-auto";
const rowClass = "flex gap-3 px-4 py-2.5";

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
      {(steps) => (
        <ol aria-label="Recent activity" className={listClass}>
          {steps.map((step) => (
            <StepRow key={step.id} step={step} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function StepRow({ step }: { step: Step }) {
  const Icon = activityIcons[step.kind];
  return (
    <li
      data-ticket={step.ticketId}
      className={`${rowClass} hover:on-raised relative transition-colors duration-120 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2`}
    >
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 text-soft break-anywhere">
            <span className="font-medium text-ink">{step.actorName}</span> {activitySentence(step)}
          </span>
          <RelativeTime at={step.createdAt} smallest="minute" className="shrink-0 text-faint text-xs tabular" />
        </p>
        <TicketLink ticketId={step.ticketId} className="flex min-w-0 items-baseline gap-1.5 text-faint in-line covers">
          <span className="shrink-0 font-mono text-xs">{ticketLabel(step.ticketNumber)}</span>
          <span dir="auto" className="truncate">
            {step.subject}
          </span>
        </TicketLink>
      </div>
    </li>
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

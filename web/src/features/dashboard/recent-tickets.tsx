import { limits } from "@deskhand/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Panel } from "./panel.tsx";
import { RecentTicket, recentRowClass } from "./recent-ticket.tsx";

/** The tickets that were updated last. */
export function RecentTickets({ className = "" }: { className?: string }) {
  const query = useQuery(api.dashboard.recentTickets.queryOptions());
  const { client } = useSession();
  return (
    <Panel
      title="Recent Support Tickets"
      subtitle={query.isPending ? "Loading recent tickets..." : "Last 5 updated tickets"}
      query={query}
      failure="Failed to load recent tickets"
      loading={<Loading />}
      empty={
        <EmptyState
          icon={<Inbox size={20} aria-hidden />}
          title="No tickets yet"
          action={client && <SupportAddress address={client.supportEmail} />}
        >
          Recent support tickets will appear here once they are created.
        </EmptyState>
      }
      className={className}
    >
      {(tickets) => (
        <ul aria-label="Recent support tickets" className="divide-y divide-line">
          {tickets.map((ticket) => (
            <li key={ticket.id} data-ticket={ticket.id}>
              <RecentTicket ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Where mail must go to become a ticket. */
function SupportAddress({ address }: { address: string }) {
  return (
    <p className="text-soft">
      Your support address: <span className="select-all font-mono text-ink text-sm break-anywhere">{address}</span>
    </p>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: limits.dashboardRecentTickets }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and they never change places.
        <div key={row} aria-hidden className={recentRowClass}>
          <div className="flex items-center gap-2">
            <Skeleton className="h-3 w-17" />
            <Skeleton className="h-3 flex-1 @max-xl:invisible" />
            <Skeleton className="h-5.5 w-17 rounded-full!" />
            <Skeleton className="h-5.5 w-17 rounded-full!" />
          </div>
          <Skeleton className="my-1 h-3 w-3/5 @xl:hidden" />
          <Skeleton className="my-0.75 h-3 w-4/5" />
          <Skeleton className="my-0.75 h-3 w-3/5" />
          <Skeleton className="my-0.75 h-3 w-2/5 @xl:hidden" />
        </div>
      ))}
    </div>
  );
}

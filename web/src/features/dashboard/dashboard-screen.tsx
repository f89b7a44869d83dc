import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { Activity, Inbox, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { customerNumber } from "../../entities/customer/customer-label.ts";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { PriorityPill, StatusPill, subjectOnCard } from "../../entities/ticket/ticket-pills.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDate, formatDateTime, truncate } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { coveredClass, listClass, Panel, rowClass } from "./panel.tsx";
import { StatCards } from "./stat-cards.tsx";

/**
 * The dashboard: setup steps of a new store, figures, the home, recent tickets and recent activity
 * (docs/product.md#dashboard).
 */
export function DashboardScreen({ firstSteps }: { firstSteps: ReactNode }) {
  return (
    <>
      <h1 className="font-semibold text-xl">Customer Support Dashboard</h1>
      <p className="mb-4 text-soft">Welcome back! Here's your latest support operations overview.</p>
      {firstSteps}
      <StatCards />
      <HomePanels />
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(280px,340px)_minmax(0,1fr)]">
        <RecentActivity className="lg:has-[ol]:min-h-100" />
        {/* On phones the tickets come first, as the activity is long. */}
        <RecentTickets className="@container max-lg:order-first" />
      </div>
    </>
  );
}

const HomePanels = loadLater(() => import("./home/home.tsx").then(({ HomePanels }) => HomePanels));

const ActivitySteps = loadLater(
  () => import("./activity-steps.tsx").then(({ ActivitySteps }) => ActivitySteps),
  Loading,
);

/** The latest activities of all tickets, each linking to its ticket. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
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

// Shown only in a store without tickets.
const SupportAddress = loadLater(() =>
  import("../../entities/ticket/support-address.tsx").then(({ SupportAddress }) => SupportAddress),
);

const ticketRowClass = "flex flex-col gap-1 px-4 py-3";

/** The tickets updated last. */
function RecentTickets({ className = "" }: { className?: string }) {
  const query = useQuery(api.dashboard.recentTickets.queryOptions());
  return (
    <Panel
      title="Recent Support Tickets"
      subtitle={query.isPending ? "Loading recent tickets..." : "Last 5 updated tickets"}
      query={query}
      failure="Failed to load recent tickets"
      loading={<LoadingTickets />}
      empty={
        <EmptyState icon={<Inbox size={20} aria-hidden />} title="No tickets yet" action={<SupportAddress />}>
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

/** A recently updated ticket; the link on its subject covers the whole row. */
function RecentTicket({ ticket }: { ticket: TicketCard }) {
  const { id, subject, preview, status, priority, customer, customerId, updatedAt, messageCount } = ticket;
  const name = customer?.name?.trim() || shownAddress(customer?.email?.trim() ?? "");
  return (
    <article className={`${ticketRowClass} ${coveredClass}`}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-mono text-faint text-xs">{ticketLabel(ticket.ticketNumber)}</span>
        <h3 className="order-last min-w-0 basis-full @xl:order-none @xl:flex-1 @xl:basis-0">
          <TicketLink ticketId={id} dir="auto" className="block truncate text-left font-[550] in-line covers">
            {subjectOnCard(subject)}
          </TicketLink>
        </h3>
        <span className="ml-auto flex gap-1.5">
          <StatusPill status={status} />
          <PriorityPill priority={priority} />
        </span>
      </div>
      <p dir="auto" className="line-clamp-2 text-left text-faint text-sm break-anywhere @xl:line-clamp-1">
        {truncate(preview, limits.descriptionOnCard)}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-soft @xl:flex-nowrap">
        {name !== "" && (
          <span dir="auto" className="min-w-0 max-w-full truncate">
            {name}
          </span>
        )}
        <span className={cx("shrink-0", name !== undefined && "text-faint")}>{customerNumber(customerId)}</span>
        <span className="flex shrink-0 items-center gap-3 tabular @xl:ml-auto">
          <span title={counted(messageCount, "message")} className="relative inline-flex items-center gap-1">
            <MessageSquare size={13} aria-hidden className="shrink-0 text-faint" />
            {messageCount}
            <span className="sr-only">{messageCount === 1 ? "message" : "messages"}</span>
          </span>
          <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
            <span className="sr-only">Updated </span>
            {formatDate(updatedAt)}
          </time>
        </span>
      </p>
    </article>
  );
}

function LoadingTickets() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: limits.dashboardRecentTickets }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
        <div key={row} aria-hidden className={ticketRowClass}>
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

import type { CustomerDetail } from "@deskhand/contract/customers";
import type { TicketCard } from "@deskhand/contract/tickets";
import { type TicketView, ticketLabel } from "@deskhand/contract/vocabulary";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { StatusPill } from "../../entities/ticket/ticket-pills.tsx";
import { subjectOnCard } from "../../entities/ticket/ticket-words.ts";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { CustomerPart, NothingOfTheirs } from "./customer-part.tsx";

interface CustomerTicketsProps {
  customer: CustomerDetail;
  /** Absent for who may not. */
  onCreateTicket: (() => void) | undefined;
}

/** So many of the active and of the archived ones; the list of tickets has all. */
const SHOWN = 5;

/** A customer's newest tickets, the active ones first. */
export function CustomerTickets({ customer: { email, ticketCount }, onCreateTicket }: CustomerTicketsProps) {
  return (
    <CustomerPart
      title="Tickets"
      count={ticketCount}
      aside={
        email !== null &&
        onCreateTicket !== undefined && (
          <Button size="sm" onClick={onCreateTicket}>
            Create Ticket
          </Button>
        )
      }
    >
      {email === null ? (
        <NothingOfTheirs>A ticket needs an e-mail address, and this customer has none.</NothingOfTheirs>
      ) : ticketCount === 0 ? (
        <NothingOfTheirs>This customer has no tickets.</NothingOfTheirs>
      ) : (
        <div>
          <TicketsOf email={email} view="active" />
          <TicketsOf email={email} view="archive" />
        </div>
      )}
    </CustomerPart>
  );
}

const viewWords: Record<TicketView, string> = { active: "Active tickets", archive: "Archived tickets" };

/** The newest of one view; nothing where the view has none of theirs. */
function TicketsOf({ email, view }: { email: string; view: TicketView }) {
  const input = { view, customer: email, limit: SHOWN };
  const { data, error, refetch } = useQuery(
    api.tickets.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  if (error !== null && data === undefined) {
    return <FailureBanner error={error} title="Failed to load tickets" onRetry={refetch} className="m-3" />;
  }
  if (data === undefined) return <Skeleton className="mx-4 my-3 h-3 w-3/5" />;
  if (data.items.length === 0) return null;
  return (
    <>
      <ul aria-label={viewWords[view]} className="divide-y divide-line not-first:border-line not-first:border-t">
        {data.items.map((ticket) => (
          <TicketLine key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className="border-line border-t px-4 py-2">
          <Link
            to="/dashboard/tickets"
            search={{ customer: email, ...(view === "archive" && { view }) }}
            className={buttonClass("ghost", "sm")}
          >
            View all {counted(data.total, view === "active" ? "active ticket" : "archived ticket")} →
          </Link>
        </p>
      )}
    </>
  );
}

function TicketLine({ ticket }: { ticket: TicketCard }) {
  return (
    <li
      data-ticket={ticket.id}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
    >
      <span className="font-mono text-faint text-xs">{ticketLabel(ticket.ticketNumber)}</span>
      <TicketLink ticketId={ticket.id} dir="auto" className="min-w-0 flex-1 basis-40 truncate text-left in-line covers">
        {subjectOnCard(ticket.subject)}
      </TicketLink>
      <StatusPill status={ticket.status} />
      <RelativeTime at={ticket.createdAt} className="min-w-14 text-right text-sm text-soft tabular" />
    </li>
  );
}

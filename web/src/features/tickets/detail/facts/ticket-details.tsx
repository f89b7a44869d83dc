import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { TicketLink } from "../../../../entities/ticket/ticket-link.tsx";
import { StatusPill, subjectOnCard } from "../../../../entities/ticket/ticket-pills.tsx";
import type { TicketOrderParts } from "../../../../entities/ticket/told-order.ts";
import { api } from "../../../../lib/api.ts";
import { counted, formatDate, formatDateTime } from "../../../../lib/format.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Card } from "../../../../ui/card.tsx";
import { RelativeTime } from "../../../../ui/time/relative-time.tsx";
import type { Room } from "../../../../ui/use-room.ts";
import { TicketFields } from "./ticket-fields.tsx";

interface TicketDetailsProps {
  ticket: TicketDetail;
  room: Room;
  orders: TicketOrderParts;
  /** Absent while the tab shares the column; the short order is hidden then. */
  onShowTracking: (() => void) | undefined;
}

/** A ticket's customer and details, beside the thread or folded above it. */
export function TicketDetails({ ticket, room, orders, onShowTracking }: TicketDetailsProps) {
  const { nameOf } = useColleagues();
  const figures = orders.customer(ticket);
  const order = onShowTracking && orders.brief(ticket, onShowTracking);
  const fields = <TicketFields ticket={ticket} room={room} />;
  const beside = ticket.customerId !== null && <OtherTickets ticketId={ticket.id} />;
  if (room === "wide") {
    return (
      <aside aria-label="Customer & details" className="flex flex-col gap-3 overflow-y-auto overscroll-contain p-4">
        <TicketFacts ticket={ticket} figures={figures} />
        {order}
        {fields}
        {beside}
      </aside>
    );
  }
  return (
    <Fold title="Customer & details" summary={summaryOf(ticket, nameOf)}>
      <TicketFacts ticket={ticket} figures={figures} order={order} />
      {fields}
      {beside}
    </Fold>
  );
}

/** Summarizes the folded details in one line. */
function summaryOf({ assignedTo, category, dueDate }: TicketDetail, nameOf: (id: string) => string | null): string {
  const assignee = assignedTo === null ? "Nobody assigned" : (nameOf(assignedTo) ?? "…");
  return [assignee, category, ...(dueDate === null ? [] : [`due ${formatDate(dueDate)}`])].join(" · ");
}

interface FoldProps {
  title: string;
  /** Shown beside the title while folded. */
  summary: string;
  children: ReactNode;
}

/** Foldable details; the title moves to the end of the tabs above where there is room. */
function Fold({ title, summary, children }: FoldProps) {
  return (
    <details className="group relative shrink-0 px-4 sm:px-5 lowest:max-sm:hidden">
      <summary className="flex h-8 w-fit max-w-full cursor-pointer list-none items-center gap-1 text-sm text-soft hover:text-ink sm:absolute sm:right-5 sm:bottom-full sm:max-w-72">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 transition-transform duration-120 group-open:rotate-90"
        />
        <span className="shrink-0">{title}</span>
        <bdi className="ml-1.5 truncate text-faint group-open:hidden sm:hidden">{summary}</bdi>
      </summary>
      <div className="flex flex-col gap-3 py-3">{children}</div>
    </details>
  );
}

interface FactsProps {
  ticket: TicketDetail;
  /** What the customer bought and wrote, in numbers. */
  figures: ReactNode;
  /** The short order, where it is shown among the facts. */
  order?: ReactNode;
}

/** The cards Customer, Created and Messages. Above the thread in one column they stay compact. */
function TicketFacts({ ticket, figures, order }: FactsProps) {
  const { customer, createdAt, messageCount } = ticket;
  const name = customer?.name?.trim() || null;
  const email = shownAddress(customer?.email?.trim() ?? "") || null;
  return (
    <div className="grid grid-cols-[1.45fr_1fr] gap-3 sm:max-split:flex sm:max-split:flex-wrap">
      <Card title="Customer" className="col-span-2 min-w-0 sm:max-split:flex-[1.4]">
        <p title={name ?? email ?? undefined} className="line-clamp-2 font-semibold break-anywhere">
          <bdi>{name ?? email ?? "Unknown Customer"}</bdi>
        </p>
        {name !== null && email !== null && (
          <p title={email} className="line-clamp-2 text-sm text-soft break-anywhere">
            {email}
          </p>
        )}
        {figures}
      </Card>
      {order && (
        <div className="min-w-0 *:h-full max-sm:col-span-2 max-lg:order-last max-lg:basis-full lg:flex-[1.8]">
          {order}
        </div>
      )}
      <div className="contents lg:max-split:flex lg:max-split:w-50 lg:max-split:flex-col lg:max-split:gap-3">
        <Card title="Created" className={smallClass}>
          <time dateTime={createdAt} className="text-sm tabular">
            {formatDateTime(createdAt)}
          </time>
        </Card>
        <Card title="Messages" className={smallClass}>
          <p className="text-sm tabular">{counted(messageCount, "message")}</p>
        </Card>
      </div>
    </div>
  );
}

/** Two small cards stacked are as high as the customer's card. */
const smallClass = "sm:max-split:flex-1 lg:max-split:py-1.5 lg:max-split:[&>h3]:mb-0";

/**
 * How long the store has known the customer, and their other tickets, which open in place
 * (docs/product.md#the-customer-beside-a-ticket).
 */
function OtherTickets({ ticketId }: { ticketId: string }) {
  const { data, error, refetch } = useQuery(api.tickets.ofCustomer.queryOptions({ input: { id: ticketId } }));
  if (data === undefined) return <FailureLine error={error} onRetry={() => void refetch()} />;
  const { items, total, firstContactAt } = data;
  const left = total - 1 - items.length;
  return (
    <Card title="Tickets of this customer">
      <p className="text-sm text-soft tabular">
        {counted(total, "ticket")}
        {firstContactAt !== null && (
          <>
            {" · "}
            First contact <time dateTime={firstContactAt}>{formatDate(firstContactAt)}</time>
          </>
        )}
      </p>
      {items.length > 0 && (
        <ul aria-label="Other tickets" className="-mx-2 mt-1.5 flex max-h-64 flex-col overflow-y-auto">
          {items.map((card) => (
            <OtherTicket key={card.id} card={card} />
          ))}
        </ul>
      )}
      {left > 0 && <p className="mt-1 text-faint text-xs">{`And ${counted(left, "older ticket")}`}</p>}
    </Card>
  );
}

function OtherTicket({ card: { id, ticketNumber, subject, status, createdAt } }: { card: TicketCard }) {
  return (
    <li>
      <TicketLink ticketId={id} className="flex flex-col gap-0.5 rounded-control px-2 py-1.5 hover:bg-hover">
        <span className="flex items-center gap-2 text-xs">
          <span className="min-w-0 truncate text-soft">{ticketLabel(ticketNumber)}</span>
          <RelativeTime at={createdAt} smallest="minute" className="ml-auto shrink-0 text-faint tabular" />
          <StatusPill status={status} />
        </span>
        <bdi className="truncate text-sm">{subjectOnCard(subject)}</bdi>
      </TicketLink>
    </li>
  );
}

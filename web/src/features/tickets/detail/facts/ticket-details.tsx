import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import type { TicketOrderParts } from "../../../../entities/ticket/ticket-order-parts.ts";
import { counted, formatDate, formatDateTime } from "../../../../lib/format.ts";
import { Card } from "../../../../ui/card.tsx";
import type { Room } from "../../../../ui/use-room.ts";
import { OtherTickets } from "./other-tickets.tsx";
import { TicketFields } from "./ticket-fields.tsx";

interface TicketDetailsProps {
  ticket: TicketDetail;
  room: Room;
  orders: TicketOrderParts;
  /** Absent while the tab is shown in the same column: then the order is not told in brief. */
  onShowTracking: (() => void) | undefined;
}

/** Who and what a ticket is about: beside the thread, or folded above it. */
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

/** What the folded details say, in a line. */
function summaryOf({ assignedTo, category, dueDate }: TicketDetail, nameOf: (id: string) => string | null): string {
  const assignee = assignedTo === null ? "Nobody assigned" : (nameOf(assignedTo) ?? "…");
  return [assignee, category, ...(dueDate === null ? [] : [`due ${formatDate(dueDate)}`])].join(" · ");
}

interface FoldProps {
  title: string;
  /** Beside the title, while it is folded. */
  summary: string;
  children: ReactNode;
}

/** Details behind their title, which stands at the end of the tabs above where those leave it room. */
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
  /** What the customer bought and wrote, in figures. */
  figures: ReactNode;
  /** The order in brief, where it stands among them. */
  order?: ReactNode;
}

/** The cards Customer, Created and Messages of a ticket; in one column with the thread they leave it what room they can. */
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

/** Two of them above one another are as high as the customer's card. */
const smallClass = "sm:max-split:flex-1 lg:max-split:py-1.5 lg:max-split:[&>h3]:mb-0";

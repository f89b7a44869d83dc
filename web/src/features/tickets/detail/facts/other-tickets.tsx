import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { TicketLink } from "../../../../entities/ticket/ticket-link.tsx";
import { StatusPill } from "../../../../entities/ticket/ticket-pills.tsx";
import { subjectOnCard } from "../../../../entities/ticket/ticket-words.ts";
import { api } from "../../../../lib/api.ts";
import { counted, formatDate } from "../../../../lib/format.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Card } from "../../../../ui/card.tsx";
import { RelativeTime } from "../../../../ui/time/relative-time.tsx";

/** Since when a ticket's customer is known, and their other tickets, each of which opens in place (docs/product.md#the-customer-beside-a-ticket). */
export function OtherTickets({ ticketId }: { ticketId: string }) {
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

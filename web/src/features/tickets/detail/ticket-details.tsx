import type { TicketDetail } from "@deskhand/contract/tickets";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { TicketFacts } from "./ticket-facts.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import type { Room } from "./use-room.ts";

interface TicketDetailsProps {
  ticket: TicketDetail;
  room: Room;
  /** What else is known of the customer; there is only room for it beside the thread. */
  side?: ReactNode;
}

/** Who and what a ticket is about: beside the thread, above it, or folded on a phone. */
export function TicketDetails({ ticket, room, side }: TicketDetailsProps) {
  const loose = ticket.attachments.filter(({ messageId }) => messageId === null);
  if (room === "wide") {
    return (
      <aside aria-label="Customer & details" className="flex flex-col gap-3 overflow-y-auto overscroll-contain p-4">
        <TicketFacts ticket={ticket} />
        <TicketFields ticket={ticket} room={room} />
        {loose.length > 0 && (
          <Card title="Attachments">
            <AttachmentList attachments={loose} />
          </Card>
        )}
        {side}
      </aside>
    );
  }

  const details = (
    <div className="flex flex-col gap-3">
      <TicketFacts ticket={ticket} />
      <TicketFields ticket={ticket} room={room} />
      {loose.length > 0 && <AttachmentList attachments={loose} />}
    </div>
  );
  if (room === "narrow") return <div className="shrink-0 px-5 pt-3 pb-1">{details}</div>;
  return (
    <details className="group shrink-0 px-4 pt-2">
      <summary className="flex h-7 cursor-pointer list-none items-center gap-1 text-sm text-soft">
        <ChevronRight size={14} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
        Customer & details
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto py-2">{details}</div>
    </details>
  );
}

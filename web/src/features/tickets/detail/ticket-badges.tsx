import type { TicketDetail } from "@deskhand/contract/tickets";
import { Archive } from "lucide-react";
import { isArchived } from "../../../entities/ticket/is-archived.ts";
import { PriorityPill } from "../../../entities/ticket/priority-pill.tsx";
import { StatusPill } from "../../../entities/ticket/status-pill.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Pill } from "../../../ui/pill.tsx";

/** The badges beside a ticket's identifier. An urgent status is its own "URGENT" badge: one is enough to pulse. */
export function TicketBadges({ ticket: { status, priority } }: { ticket: TicketDetail }) {
  const archived = isArchived(status);
  return (
    <>
      {archived && (
        <Badge tone="grey" icon={<Archive size={12} aria-hidden />}>
          Archived
        </Badge>
      )}
      {!archived && priority === "urgent" && status !== "urgent" && (
        <Pill tone="red" pulsing>
          URGENT
        </Pill>
      )}
      <StatusPill status={status} />
      <PriorityPill priority={priority} />
    </>
  );
}

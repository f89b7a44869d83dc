import type { TicketCard } from "@deskhand/contract/tickets";
import { Clock } from "lucide-react";
import { snoozeText } from "../../../entities/ticket/snooze-text.ts";
import { Badge } from "../../../ui/badge.tsx";

/** Says until when a ticket is snoozed; null says that it was woken. */
export function SnoozeMark({ until }: { until: TicketCard["snoozedUntil"] }) {
  return (
    <span className="flex min-w-0 max-w-3/5 shrink-0">
      <Badge tone={until === null ? "amber" : "grey"} icon={<Clock size={11} aria-hidden className="shrink-0" />}>
        <span className="truncate">{until === null ? "Back from snooze" : snoozeText(until)}</span>
      </Badge>
    </span>
  );
}

import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { AlarmClock, Archive } from "lucide-react";
import { isArchived } from "../../../entities/ticket/is-archived.ts";
import { snoozeWords } from "../../../entities/ticket/snooze-text.ts";
import { PriorityPill, StatusPill } from "../../../entities/ticket/ticket-pills.tsx";
import { truncate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Pill } from "../../../ui/pill.tsx";

/** What a ticket is about: its subject, and the start of its description. */
export function TicketHeading({ ticket: { subject, description } }: { ticket: TicketDetail }) {
  const start = truncate(description.replaceAll(/\s+/g, " ").trim(), limits.descriptionOnDetail);
  return (
    <>
      {/* Whatever is written there, the thread and its composer keep their room. */}
      <p dir="auto" title={subject} className="line-clamp-2 font-semibold text-ink break-anywhere">
        {subject}
      </p>
      {start !== "" && (
        <p dir="auto" title={start} className="line-clamp-1 text-sm break-anywhere sm:line-clamp-2">
          {start}
        </p>
      )}
    </>
  );
}

/** The badges beside a ticket's identifier. An urgent status is its own "URGENT" badge: one is enough to pulse. */
export function TicketBadges({ ticket: { status, priority, snoozedUntil, isWoken } }: { ticket: TicketDetail }) {
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
      {snoozedUntil !== null && (
        <Badge tone="accent" icon={<AlarmClock size={12} aria-hidden />}>
          {snoozeWords(snoozedUntil)}
        </Badge>
      )}
      {isWoken && (
        <Badge tone="amber" icon={<AlarmClock size={12} aria-hidden />}>
          Back from snooze
        </Badge>
      )}
      <StatusPill status={status} />
      <PriorityPill priority={priority} />
    </>
  );
}

import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { type TicketStatus, ticketStatuses } from "@deskhand/contract/vocabulary";
import { AlarmClock, Archive, ChevronDown } from "lucide-react";
import { useState } from "react";
import { snoozeWords } from "../../../entities/ticket/snooze-text.ts";
import { PriorityPill, StatusPill, statusWords } from "../../../entities/ticket/ticket-pills.tsx";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import { truncate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import { Pill } from "../../../ui/pill.tsx";

const TargetButton = loadLater(() =>
  import("../../../entities/ticket/target-button.tsx").then(({ TargetButton }) => TargetButton),
);

/** A ticket's subject and the start of its description. */
export function TicketHeading({ ticket: { subject, description } }: { ticket: TicketDetail }) {
  const start = truncate(description.replaceAll(/\s+/g, " ").trim(), limits.descriptionOnDetail);
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {/* Thread and composer keep their height: an overlong subject, or a long one in a low window, expands on a press.
       */}
      <p
        dir="auto"
        title={subject}
        className={cx("font-semibold text-ink break-anywhere", !isWhole && "line-clamp-4 low:line-clamp-1")}
      >
        {subject}
      </p>
      {subject.length > limits.subjectOnCard && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className={cx(
            "w-fit rounded-tag text-soft text-xs hover:text-ink hover:underline touch:-my-2.5",
            subject.length < limits.ticketSubjectLength && "hidden low:block",
          )}
        >
          {isWhole ? "Shorten the subject" : "Show the whole subject"}
        </button>
      )}
      {start !== "" && (
        // The thread has the first message; here one quiet line of it is enough.
        <p dir="auto" title={start} className="truncate text-faint text-xs low:hidden">
          {start}
        </p>
      )}
    </>
  );
}

/** The subject beside the identifier, where there is no room below; a press shows all of it. */
export function SubjectInTitle({ subject }: { subject: string }) {
  return (
    <Popover
      label="Subject"
      align="start"
      className="max-w-120 p-3"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          dir="auto"
          aria-label="Show the whole subject"
          title={subject}
          // The same text as below, so the page contains it once.
          data-subject={subject}
          className="hidden min-w-32 flex-1 truncate rounded-tag text-left font-semibold before:content-[attr(data-subject)] lowest:block"
        />
      )}
    >
      {() => (
        <p dir="auto" className="font-semibold break-anywhere">
          {subject}
        </p>
      )}
    </Popover>
  );
}

interface TicketBadgesProps {
  ticket: TicketDetail;
  /** Changes the status; absent without permission. */
  onStatus: ((status: TicketStatus) => void) | undefined;
}

/**
 * The badges beside a ticket's identifier. An urgent status already has a pulsing "URGENT" badge, so urgent priority
 * gets no second one.
 */
export function TicketBadges({ ticket, onStatus }: TicketBadgesProps) {
  const { id, status, priority, snoozedUntil, isWoken, due } = ticket;
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
      {onStatus === undefined ? <StatusPill status={status} /> : <StatusMenu status={status} onChoose={onStatus} />}
      <PriorityPill priority={priority} />
      {due && <TargetButton ticketId={id} due={due} />}
    </>
  );
}

/** The status badge, which opens a menu of the others. */
function StatusMenu({ status, onChoose }: { status: TicketStatus; onChoose: (status: TicketStatus) => void }) {
  return (
    <Menu
      label="Set the status"
      align="start"
      className="min-w-44"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          title="Set the status"
          className="inline-flex items-center gap-0.5 rounded-full touch:-my-2 lowest:order-first"
        >
          <StatusPill status={status} />
          <ChevronDown size={13} aria-hidden className="text-soft" />
        </button>
      )}
      items={ticketStatuses
        .filter((other) => other !== status)
        .map((other) => ({ id: other, label: statusWords[other].label, onChoose: () => onChoose(other) }))}
    />
  );
}

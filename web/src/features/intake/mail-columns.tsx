import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { MailLogEntry } from "@deskhand/contract/mail";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Pill } from "../../ui/pill.tsx";
import type { Column } from "../../ui/table.tsx";
import { inertText } from "./inert-text.ts";
import { mailReason, mailSender, mailTitle, shownState } from "./mail-words.ts";

/** The columns of the mail log; a mail's title opens it. */
export function mailColumns(onOpen: (id: string) => void): Column<MailLogEntry>[] {
  return [
    {
      heading: "Mail",
      onCard: "title",
      cell: (mail) => (
        <span className="flex min-w-0 flex-col lg:max-w-100">
          <span className="flex min-w-0 items-start gap-1.5">
            <DirectionIcon direction={mail.direction} />
            <button
              type="button"
              onClick={() => onOpen(mail.id)}
              className="line-clamp-2 min-w-0 rounded-tag text-left font-medium break-anywhere hover:text-accent"
            >
              <bdi>{mailTitle(mail)}</bdi>
            </button>
          </span>
          <Address label="From" address={mailSender(mail)} />
          <Address label="To" address={mail.to || "Nobody any more"} />
        </span>
      ),
    },
    {
      heading: "State",
      onCard: "plain",
      cell: (mail) => (
        <span className="flex min-w-0 flex-col items-start gap-1 lg:max-w-90">
          <Pill tone={shownState(mail).tone}>{shownState(mail).label}</Pill>
          <span className="line-clamp-3 break-anywhere text-soft text-xs">
            <bdi>{mailReason(mail)}</bdi>
            {mail.nextTryAt !== null && ` Next try by ${formatDateTime(mail.nextTryAt)}.`}
          </span>
        </span>
      ),
    },
    {
      heading: "Ticket",
      onCard: "plain",
      cell: ({ ticket }) =>
        ticket === null ? (
          <span className="as-card:hidden">—</span>
        ) : (
          <TicketLink
            ticketId={ticket.id}
            className="line-alone whitespace-nowrap rounded-tag text-accent hover:underline"
          >
            {ticketLabel(ticket.ticketNumber)}
          </TicketLink>
        ),
    },
    {
      heading: "When",
      onCard: "plain",
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap text-soft tabular">
          {formatDateTime(at)}
        </time>
      ),
    },
  ];
}

function DirectionIcon({ direction }: Pick<MailLogEntry, "direction">) {
  const Arrow = direction === "in" ? ArrowDownLeft : ArrowUpRight;
  return (
    <>
      <Arrow size={14} aria-hidden className="mt-1 shrink-0 text-faint" />
      <span className="sr-only">{direction === "in" ? "Came in: " : "Goes out: "}</span>
    </>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  return (
    <span className="line-clamp-1 break-all text-soft text-xs">
      {label} <bdi>{shownText(inertText(address))}</bdi>
    </span>
  );
}

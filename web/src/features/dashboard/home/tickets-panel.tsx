import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { TargetMark } from "../../../entities/ticket/target-mark.tsx";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { subjectOnCard } from "../../../entities/ticket/ticket-pills.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { coveredClass, PanelFrame } from "../panel.tsx";
import { type CountedWords, CountLink } from "./count-link.tsx";

interface TicketsPanelProps {
  title: string;
  /** What each ticket is told with: the time until its target, or since when its customer waits. */
  shows: "due" | "wait";
  /** Whether each says who has it. */
  showsHolder?: boolean;
  tickets: readonly TicketCard[];
  /** The whole lists, which the header counts. */
  lists: readonly CountedWords[];
  /** The sentence shown without any. */
  empty: string;
  className?: string | undefined;
}

/** The first tickets of a list, one line each. */
export function TicketsPanel({
  title,
  shows,
  showsHolder = false,
  tickets,
  lists,
  empty,
  className,
}: TicketsPanelProps) {
  const some = lists.filter(({ count }) => count > 0);
  return (
    <PanelFrame
      title={title}
      className={className}
      subtitle={
        some.length > 0 && (
          <span className="-my-1.5 flex flex-wrap gap-1 touch:-my-1">
            {some.map((each) => (
              <CountLink key={each.words} {...each} />
            ))}
          </span>
        )
      }
    >
      {tickets.length === 0 ? (
        <p className="px-4 py-6 text-center text-faint text-sm">{empty}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line">
          {tickets.map((ticket) => (
            <TicketLine key={ticket.id} ticket={ticket} shows={shows} showsHolder={showsHolder} />
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}

type TicketLineProps = Pick<TicketsPanelProps, "shows" | "showsHolder"> & { ticket: TicketCard };

function TicketLine({ ticket, shows, showsHolder = false }: TicketLineProps) {
  const { id, ticketNumber, subject, assignedTo, due, waitingSince } = ticket;
  return (
    <li data-ticket={id} className={`${coveredClass} flex items-center gap-2.5 px-4 py-2 text-sm touch:py-3`}>
      <span className="shrink-0 font-mono text-faint text-xs">
        <span className="sr-only">Ticket: </span>
        {ticketDigits(ticketNumber)}
      </span>
      <TicketLink ticketId={id} dir="auto" className="min-w-0 flex-1 truncate text-left in-line covers">
        {subjectOnCard(subject)}
      </TicketLink>
      {showsHolder && <Holder id={assignedTo} />}
      {shows === "due"
        ? due !== null && <TargetMark due={due} />
        : waitingSince !== null && (
            <RelativeTime
              at={waitingSince}
              of="Waiting"
              smallest="minute"
              className="w-14 shrink-0 text-right text-faint text-xs tabular"
            />
          )}
    </li>
  );
}

function Holder({ id }: { id: string | null }) {
  const { nameOf } = useColleagues();
  const name = id === null ? "Unassigned" : (nameOf(id) ?? "…");
  return (
    <bdi
      title={id === null ? name : `Assigned to ${name}`}
      className="max-w-28 shrink-0 truncate text-faint text-xs max-sm:hidden"
    >
      {name}
    </bdi>
  );
}

import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useRef } from "react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { formatDateTime } from "../../lib/format.ts";

/** What a trial found. */
export type Tried = {
  looked: number;
  tickets: number;
  items: { ticketId: string; ticketNumber: number; subject: string; at: string; effects: string[] }[];
};

/** What a rule would have done, each ticket to open. */
export function Trial({ tried: { looked, tickets, items } }: { tried: Tried }) {
  const section = useRef<HTMLElement>(null);
  // It is the last part of the dialog, which may be too low for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each trial is shown.
  useEffect(() => {
    const body = section.current?.closest("[data-dialog-body]");
    body?.scrollTo({ top: body.scrollHeight });
  }, [looked, tickets, items]);
  return (
    <section ref={section} aria-label="Trial" className="mt-4 flex flex-col gap-2 border-line border-t pt-3">
      <p aria-live="polite" className="font-semibold">
        {items.length === 0
          ? "It would have changed nothing"
          : `It would have changed ${items.length.toLocaleString("en-US")}`}{" "}
        on {looked.toLocaleString("en-US")} occasions of the newest {tickets.toLocaleString("en-US")} tickets.
      </p>
      <p className="text-soft text-sm">
        Tickets are taken as they were then: what other rules of today would have changed before is not counted.
      </p>
      <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
        {items.map(({ ticketId, ticketNumber, subject, at, effects }) => (
          <li key={`${ticketId} ${at}`} className="py-2">
            <TicketLink ticketId={ticketId} className="rounded-tag text-accent break-anywhere hover:underline">
              {ticketLabel(ticketNumber)} · <bdi>{subject}</bdi>
            </TicketLink>{" "}
            <span className="text-faint text-xs">{formatDateTime(at)}</span>
            <p className="text-soft text-sm">{effects.join("; ")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

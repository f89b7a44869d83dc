import type { TicketCard } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { isArchived } from "../../../entities/ticket/is-archived.ts";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { useShortcuts } from "../../../lib/use-shortcuts.ts";
import { wantComposer } from "../sending/wanted-composer.ts";

const ROW = "[data-row]:has([data-ticket])";

/**
 * Opens a ticket of the list with its reply in hand: by `r` the one that has the focus or the pointer, else the first; by a press
 * on "Needs reply" the one that says so.
 */
export function useAnswer(items: readonly TicketCard[]): void {
  const latest = useRef(items);
  latest.current = items;

  function answer(row: Element | null) {
    const ticket = latest.current.find(({ id }) => id === row?.getAttribute("data-row"));
    if (ticket !== undefined && !isArchived(ticket.status)) wantComposer(ticket.id);
    row?.querySelector("a")?.click();
  }

  useShortcuts(ticketShortcuts, (dialog) => dialog === null, {
    answer: () => answer(document.activeElement?.closest(ROW) ?? document.querySelector(`${ROW}:hover`) ?? firstRow()),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answer` reads the rows that there are when it is called.
  useEffect(() => {
    function onClick({ target }: MouseEvent) {
      const mark = target instanceof Element ? target.closest("[data-answer]") : null;
      if (mark !== null) answer(mark.closest(ROW));
    }
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}

function firstRow(): Element | null {
  return document.querySelector('[data-row][data-index="0"]:has([data-ticket])');
}

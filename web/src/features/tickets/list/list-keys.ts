import type { TicketCard } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import { textFields, useShortcuts } from "../../../lib/shortcuts.ts";
import { lastPress } from "../../../ui/form/last-press.ts";
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

const KEPT_MS = 2_000;

/**
 * Presses again the key that was pressed last, for handlers that have come since: when nobody took it, within two seconds, on the
 * page itself, and when nothing was clicked and no field entered after it. The returned function calls it off.
 */
export function playEarlyKey(): () => void {
  // Once what came with the handlers is drawn.
  const timer = setTimeout(() => {
    const press = lastPress();
    if (!(press instanceof KeyboardEvent) || !press.isTrusted || press.defaultPrevented) return;
    if (press.target !== document.body || press.timeStamp + KEPT_MS < performance.now()) return;
    const target = document.activeElement ?? document.body;
    if (target.matches(textFields)) return;
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = press;
    const again = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent("keydown", again));
  });
  return () => clearTimeout(timer);
}

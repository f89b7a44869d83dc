import type { TicketCard } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import { wantComposer } from "../../../entities/ticket/wanted.ts";
import { textFields, useShortcuts } from "../../../lib/shortcuts.ts";
import { lastPress } from "../../../ui/form/last-press.ts";

const ROW = "[data-row]:has([data-ticket])";

/**
 * Opens a ticket of the list with the focus in its reply: `r` for the focused or hovered row, else the first; a press
 * on "Needs reply" for that row.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answer` reads the current rows when it is called.
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
 * Replays the last key press for handlers registered since, if nobody handled it, it happened on the page itself within
 * two seconds, and no click or field focus followed. Returns a function that cancels it.
 */
export function playEarlyKey(): () => void {
  // After the new handlers' components are rendered.
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

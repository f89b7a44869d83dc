import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useShortcuts } from "../../../lib/use-shortcuts.ts";
import { placeOf } from "./place-of.ts";

/** How a list takes the focus as one stop of the Tab key. */
export interface RowKeys {
  /** The place in the list where the Tab key stops. */
  current: number;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Call after each render: gives the focus to the row that a key asked for, once it is there. */
  settle: (list: HTMLElement | null) => void;
}

const link = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("a") ?? null;

/**
 * Arrow keys, Home and End move through a list of rows (`data-ticket`, each with a link), and so do the keys for the next
 * and the previous ticket from anywhere on the page; `reveal` scrolls to one.
 */
export function useRowKeys(ids: readonly string[], reveal: (index: number) => void): RowKeys {
  const [stop, setStop] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const shown = useRef<HTMLElement>(null);
  // The list in which the stop was last: who works through it goes on beside what has left.
  const around = useRef(ids);
  if (stop !== null && ids.includes(stop)) around.current = ids;
  const current = stop === null ? 0 : placeOf(stop, around.current, ids);

  function settle() {
    if (wanted.current === null) return;
    const target = link(shown.current?.querySelector(`[data-ticket="${CSS.escape(wanted.current)}"]`));
    if (target === null) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  }

  function moveTo(step: number) {
    const index = Math.min(Math.max(step, 0), ids.length - 1);
    const id = ids[index];
    if (id === undefined) return;
    reveal(index);
    wanted.current = id;
    setStop(id);
    // The row that was the stop already is not rendered again.
    settle();
  }

  function moveBy(step: number) {
    const isInside = shown.current?.contains(document.activeElement) === true;
    moveTo(isInside ? current + step : current);
  }

  useShortcuts((dialog) => dialog === null, { next: () => moveBy(1), previous: () => moveBy(-1) });

  return {
    current,
    onFocus(event) {
      const id = event.target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket;
      if (id !== undefined) setStop(id);
    },
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const last = ids.length - 1;
      const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveTo(step);
    },
    settle(list) {
      shown.current = list;
      settle();
    },
  };
}

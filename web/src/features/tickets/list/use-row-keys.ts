import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";

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

/** Arrow keys, Home and End move through a list of rows (`data-ticket`, each with a link); `reveal` scrolls to one. */
export function useRowKeys(ids: readonly string[], reveal: (index: number) => void): RowKeys {
  const [stop, setStop] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const current = Math.max(0, stop === null ? 0 : ids.indexOf(stop));

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
      const index = Math.min(Math.max(step, 0), last);
      const id = ids[index];
      if (id === undefined || id === stop) return;
      reveal(index);
      wanted.current = id;
      setStop(id);
    },
    settle(list) {
      if (wanted.current === null) return;
      const target = link(list?.querySelector(`[data-ticket="${CSS.escape(wanted.current)}"]`));
      if (target === null) return;
      wanted.current = null;
      target.focus({ preventScroll: true });
    },
  };
}

import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { type DOMAttributes, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { rowKeys, useShortcuts } from "../lib/shortcuts.ts";
import { fetchSoon, firstScreen } from "../ui/fetch-soon.ts";
import { arrowStep } from "../ui/form/arrow-keys.ts";

/** How a list takes the focus as one stop of the Tab key. */
export interface RowKeys {
  /** The index of the row where the Tab key stops. */
  current: number;
  /** Belongs on the list. */
  props: DOMAttributes<HTMLElement>;
}

/**
 * Arrow keys, Home and End move through a list of rows (`data-row`, each with a link or a button), and so do the keys for
 * the next and the previous from anywhere on its page or dialog; `reveal` scrolls to one. A row that leaves with the focus
 * gives it to the one that comes after it.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  reveal: (index: number) => void,
): RowKeys {
  const [stop, setStop] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const focused = useRef<Element | null>(null);
  // The list in which the stop was last: who works through it goes on beside what has left.
  const around = useRef(ids);
  if (stop !== null && ids.includes(stop)) around.current = ids;
  const current = stop === null ? 0 : indexIn(stop, around.current, ids);

  /** Gives the focus to the row that it is wanted for, once that is in the page. */
  function settle() {
    const row = wanted.current && list.current?.querySelector(`[data-row="${CSS.escape(wanted.current)}"]`);
    const target = row ? row.querySelector<HTMLElement>("a, button") : null;
    if (target === null) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) wanted.current = ids[current] ?? null;
    settle();
  });

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
    const isInside = list.current?.contains(document.activeElement) === true;
    moveTo(isInside ? current + step : current);
  }

  useShortcuts(rowKeys, (dialog) => list.current !== null && dialog === list.current.closest("dialog"), {
    next: () => moveBy(1),
    previous: () => moveBy(-1),
  });

  return {
    current,
    props: {
      onFocus({ target }) {
        focused.current = target;
        const id = target.closest<HTMLElement>("[data-row]")?.dataset.row;
        if (id !== undefined) setStop(id);
      },
      onBlur() {
        // Not called for what is taken out of the page.
        focused.current = null;
      },
      onKeyDown(event) {
        const step = arrowStep(event, current, ids.length);
        if (step === null) return;
        event.preventDefault();
        moveTo(step);
      },
    },
  };
}

/** The index of `id` in a list; once it has left, that of what followed it before, else of what stood ahead, else the top. */
export function indexIn(id: string, before: readonly string[], now: readonly string[]): number {
  const at = now.indexOf(id);
  const was = before.indexOf(id);
  if (at >= 0 || was < 0) return Math.max(at, 0);
  const around = [...before.slice(was + 1), ...before.slice(0, was).reverse()];
  const indexes = new Map(now.map((each, index) => [each, index]));
  return indexes.get(around.find((each) => indexes.has(each)) ?? "") ?? 0;
}

/** What finds out which rows are near the window: a third of what a list takes, and not needed for its first rows. */
export type RowWindowCode = typeof import("@tanstack/react-virtual");

let code: RowWindowCode | undefined;
const fetchCode = fetchSoon(async () => {
  code = await import("@tanstack/react-virtual");
});

/**
 * The window of a long list, drawn anew as it moves; null as long as its code is not there, when all rows (`data-row`) are to be
 * drawn. `options` is called with the code for each drawing.
 */
export function useRowWindow<Scroller extends Element | Window>(
  list: RefObject<HTMLElement | null>,
  options: (code: RowWindowCode) => VirtualizerOptions<Scroller, HTMLLIElement>,
): Virtualizer<Scroller, HTMLLIElement> | null {
  const [loaded, setLoaded] = useState(code);
  const made = useRef<Virtualizer<Scroller, HTMLLIElement>>(null);
  const isMeasuring = useRef(false);
  const measured = useRef<VirtualItem[]>(null);
  const [, drawAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Without it the list is whole all the same; it is asked for again with the next one.
    firstScreen.then(fetchCode).then(
      () => setLoaded(code),
      () => undefined,
    );
  }, []);

  if (loaded !== undefined) {
    measured.current ??= heightsOf(list.current);
    const resolved = {
      ...options(loaded),
      initialMeasurementsCache: measured.current,
      onChange(_: unknown, isAtOnce: boolean) {
        // React cannot draw while it tells of elements that it has just put into the page.
        if (isAtOnce && !isMeasuring.current) flushSync(drawAnew);
        else drawAnew();
      },
    };
    made.current ??= makeMeasuring(new loaded.Virtualizer(resolved), isMeasuring);
    made.current.setOptions(resolved);
  }
  const window = made.current;
  useLayoutEffect(() => window?._didMount(), [window]);
  useLayoutEffect(() => window?._willUpdate());
  return window;
}

/** How high the rows are that were drawn before there was a window: else those above it would move what is read. */
function heightsOf(list: HTMLElement | null): VirtualItem[] {
  let end = 0;
  return [...(list?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])].map((row, index) => {
    const start = end;
    end += row.offsetHeight;
    return { key: row.dataset.row ?? index, index, start, end, size: row.offsetHeight, lane: 0 };
  });
}

function makeMeasuring<Scroller extends Element | Window>(
  window: Virtualizer<Scroller, HTMLLIElement>,
  isMeasuring: { current: boolean },
): Virtualizer<Scroller, HTMLLIElement> {
  const { measureElement } = window;
  window.measureElement = (row) => {
    isMeasuring.current = true;
    try {
      measureElement(row);
    } finally {
      isMeasuring.current = false;
    }
  };
  return window;
}

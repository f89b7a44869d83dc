import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { type DOMAttributes, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { rowKeys, useShortcuts } from "../lib/shortcuts.ts";
import { fetchSoon, firstScreen } from "../ui/fetch-soon.ts";
import { arrowStep } from "../ui/form/arrow-keys.ts";

/** Makes a list a single stop of the Tab key. */
export interface RowKeys {
  /** The index of the row at which Tab stops. */
  current: number;
  /** Spread these on the list. */
  props: DOMAttributes<HTMLElement>;
}

/**
 * Lets arrow keys, Home and End move through a list of rows (`data-row`, each with a link or a button), as well as the shortcuts
 * for next and previous from anywhere on its page or dialog; `reveal` scrolls to a row. A focused row that leaves the list gives
 * the focus to the one after it.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  reveal: (index: number) => void,
): RowKeys {
  const [stop, setStop] = useState<string | null>(null);
  const wantedId = useRef<string | null>(null);
  const focused = useRef<Element | null>(null);
  // The last list that contained the stop, for finding the row after one that left.
  const around = useRef(ids);
  if (stop !== null && ids.includes(stop)) around.current = ids;
  const current = stop === null ? 0 : indexIn(stop, around.current, ids);

  /** Focuses the wanted row as soon as it is in the page. */
  function settle() {
    const row = wantedId.current && list.current?.querySelector(`[data-row="${CSS.escape(wantedId.current)}"]`);
    const target = row ? row.querySelector<HTMLElement>("a, button") : null;
    if (target === null) return;
    wantedId.current = null;
    target.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) wantedId.current = ids[current] ?? null;
    settle();
  });

  function moveTo(step: number) {
    const index = Math.min(Math.max(step, 0), ids.length - 1);
    const id = ids[index];
    if (id === undefined) return;
    reveal(index);
    wantedId.current = id;
    setStop(id);
    // A row that was already the stop is not rendered again.
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
        // The browser does not call this for a removed element.
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

/** Returns the index of `id`; if it has left the list, that of the row that followed it, else of the one before it, else the top. */
export function indexIn(id: string, before: readonly string[], now: readonly string[]): number {
  const at = now.indexOf(id);
  const indexBefore = before.indexOf(id);
  if (at >= 0 || indexBefore < 0) return Math.max(at, 0);
  const around = [...before.slice(indexBefore + 1), ...before.slice(0, indexBefore).reverse()];
  const indexes = new Map(now.map((each, index) => [each, index]));
  return indexes.get(around.find((each) => indexes.has(each)) ?? "") ?? 0;
}

/** The library that finds the rows near the window: a third of a list's code, and not needed for its first rows. */
export type RowWindowCode = typeof import("@tanstack/react-virtual");

let code: RowWindowCode | undefined;
const fetchCode = fetchSoon(async () => {
  code = await import("@tanstack/react-virtual");
});

/**
 * Finds the rows of a long list near the window, and draws again as the window moves; null until its code is loaded, while all
 * rows (`data-row`) are drawn. `options` is called with that code at each drawing.
 */
export function useRowWindow<Scroller extends Element | Window>(
  list: RefObject<HTMLElement | null>,
  options: (code: RowWindowCode) => VirtualizerOptions<Scroller, HTMLLIElement>,
): Virtualizer<Scroller, HTMLLIElement> | null {
  const [loaded, setLoaded] = useState(code);
  const virtualizer = useRef<Virtualizer<Scroller, HTMLLIElement>>(null);
  const isMeasuring = useRef(false);
  const measured = useRef<VirtualItem[]>(null);
  const [, drawAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Without the code the whole list is drawn; the next list loads it again.
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
        // React cannot draw while it reports elements that it has just added to the page.
        if (isAtOnce && !isMeasuring.current) flushSync(drawAnew);
        else drawAnew();
      },
    };
    virtualizer.current ??= makeMeasuring(new loaded.Virtualizer(resolved), isMeasuring);
    virtualizer.current.setOptions(resolved);
  }
  const window = virtualizer.current;
  useLayoutEffect(() => window?._didMount(), [window]);
  useLayoutEffect(() => window?._willUpdate());
  return window;
}

/** The heights of the rows that are already drawn; with estimates, those above would move what is being read. */
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

import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fetchSoon, firstScreen } from "../ui/fetch-soon.ts";

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

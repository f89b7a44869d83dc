import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { cx } from "../../../ui/cx.ts";
import type { LoadedTickets } from "./loaded-tickets.ts";
import { RowSkeleton } from "./row-skeleton.tsx";
import { TicketRow } from "./ticket-row.tsx";
import { useRowFlash } from "./use-row-flash.ts";
import { useRowKeys } from "./use-row-keys.ts";

interface TicketRowsProps {
  loaded: LoadedTickets;
  loadedAt: number;
  /** Dimmed: the rows of another filter, until the new ones are there. */
  isOutdated: boolean;
  openTicketId: string | null;
  onNearEnd: () => void;
}

const OVERSCAN = 8;
/** The next page is fetched when this many rows are left below the window. */
const AHEAD = 6;
const ROW_PX = 60;
const CARD_PX = 150;
const CARD_BELOW_PX = 672;
/** The page's header covers the top of the window. */
const HEADER_PX = 56;

/** The rows of the list, of which only those near the window are in the page. */
export function TicketRows({ loaded, loadedAt, isOutdated, openTicketId, onNearEnd }: TicketRowsProps) {
  const { items, nextCursor } = loaded;
  const list = useRef<HTMLUListElement>(null);
  const { nameOf } = useColleagues();
  const top = useTopOf(list);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const keys = useRowKeys(ids, (index) => virtualizer.scrollToIndex(index, { align: "auto" }));

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => ((list.current?.clientWidth ?? CARD_BELOW_PX) < CARD_BELOW_PX ? CARD_PX : ROW_PX),
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: HEADER_PX + 8,
    scrollPaddingEnd: 16,
    // What comes in above moves nothing of what is being read; at the list's top it is to be seen.
    anchorTo: window.scrollY + HEADER_PX > top ? "end" : "start",
    // The row with the focus stays in the page, or the focus would be lost with it.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return keys.current >= items.length || indexes.includes(keys.current)
        ? indexes
        : [...indexes, keys.current].sort((a, b) => a - b);
    },
  });

  const rows = virtualizer.getVirtualItems();
  // Before the list's place is measured it seems to begin at the top of the window.
  const isNearEnd = top > 0 && nextCursor !== null && (virtualizer.range?.endIndex ?? 0) >= items.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the list has grown but its end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, nextCursor]);
  useLayoutEffect(() => keys.settle(list.current));
  useRowFlash(list, loaded, loadedAt);

  return (
    <>
      <ul
        ref={list}
        aria-label="Tickets"
        aria-busy={isOutdated}
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        className={cx("relative transition-opacity duration-160", isOutdated && "opacity-50")}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const ticket = items[index];
          if (ticket === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-ticket={ticket.id}
              aria-posinset={index + 1}
              aria-setsize={loaded.totalIsCapped ? -1 : loaded.total}
              className={cx("absolute inset-x-0 top-0", index > 0 && "border-line border-t")}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <TicketRow
                ticket={ticket}
                assignee={ticket.assignedTo === null ? null : nameOf(ticket.assignedTo)}
                isOpen={ticket.id === openTicketId}
                isTabStop={index === keys.current}
              />
            </li>
          );
        })}
      </ul>
      {nextCursor !== null && <RowSkeleton count={3} />}
    </>
  );
}

/** How far below the page's top an element begins, in pixels, as what stands above it comes and goes. */
function useTopOf(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return top;
}

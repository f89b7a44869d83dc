import type { Range, Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { cx } from "../ui/cx.ts";
import { type RowKeys, type RowWindowCode, useRowKeys, useRowWindow } from "./use-list-rows.ts";
import type { Pages } from "./use-pages.ts";

export interface ListRowsProps<Row extends { id: string }> {
  /** The list's name for screen readers. */
  label: string;
  pages: Pages<Row>;
  rows: readonly Row[];
  /** How many rows there are in all; absent if unknown. */
  total?: number | undefined;
  /** About how high a row is in a list of this width, in pixels. */
  rowHeight: (width: number) => number;
  /** Draws a row; its links and buttons are tab stops only if `isTabStop`. A row that `isGone` is no longer in the list. */
  renderRow: (row: Row, isTabStop: boolean, isGone: boolean) => ReactNode;
}

interface RowsProps<Row extends { id: string }> extends ListRowsProps<Row> {
  /** The ids of rows that are still drawn but no longer in the list. */
  gone: readonly string[];
}

interface DrawnProps<Row extends { id: string }> extends RowsProps<Row> {
  list: RefObject<HTMLUListElement | null>;
  /** Where the list begins in its scrolling area, in pixels; null until it is measured. */
  top: number | null;
  keys: RowKeys;
  /** Finds the rows near the window; null while all are drawn. */
  near: Virtualizer<Window, HTMLLIElement> | Virtualizer<HTMLElement, HTMLLIElement> | null;
}

const OVERSCAN = 8;
/** The next page loads when only this many rows are left below the window. */
const AHEAD = 6;
/** The page's header covers the top of the window. */
const HEADER_PX = 56;
const FLASH_MS = 1_400;
/** An older change comes from the cache and is not new. */
const NEWS_MS = 1_000;

/** Rows of a list that scrolls with the page; only those near the window are drawn. */
export function PageRows<Row extends { id: string }>(props: RowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const top = useTopOf(list);
  const ids = useIds(props.rows);
  const keys = useRowKeys(list, ids, (index) => reveal(near, list, index));
  const near = useRowWindow<Window>(list, (code) => ({
    ...drawing(code, props, ids, list, keys.current),
    getScrollElement: () => window,
    observeElementRect: code.observeWindowRect,
    observeElementOffset: code.observeWindowOffset,
    scrollToFn: code.windowScroll,
    initialOffset: () => window.scrollY,
    scrollMargin: top ?? 0,
    scrollPaddingStart: HEADER_PX + 8,
    // New rows above do not move what is being read, except at the list's top, where they should be seen.
    anchorTo: window.scrollY + HEADER_PX > (top ?? 0) ? "end" : "start",
  }));
  return <DrawnRows {...props} list={list} top={top} keys={keys} near={near} />;
}

/** Rows of a list that scrolls by itself, in the nearest `data-scrolls` element. */
export function BoxRows<Row extends { id: string }>(props: RowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const box = () => list.current?.closest<HTMLElement>("[data-scrolls]") ?? null;
  const ids = useIds(props.rows);
  const keys = useRowKeys(list, ids, (index) => reveal(near, list, index));
  const near = useRowWindow<HTMLElement>(list, (code) => ({
    ...drawing(code, props, ids, list, keys.current),
    getScrollElement: box,
    observeElementRect: code.observeElementRect,
    observeElementOffset: code.observeElementOffset,
    scrollToFn: code.elementScroll,
    anchorTo: (box()?.scrollTop ?? 0) > 0 ? "end" : "start",
  }));
  return <DrawnRows {...props} list={list} top={0} keys={keys} near={near} />;
}

function reveal(near: DrawnProps<{ id: string }>["near"], list: RefObject<HTMLElement | null>, index: number): void {
  if (near !== null) near.scrollToIndex(index, { align: "auto" });
  else list.current?.children[index]?.scrollIntoView({ block: "nearest" });
}

function DrawnRows<Row extends { id: string }>(props: DrawnProps<Row>) {
  const { label, pages, rows, gone, total, renderRow, list, top, keys, near } = props;
  const { isOutdated, canLoadMore, hasMore, error, loadMore } = pages;
  const isNearEnd = top !== null && near !== null && (near.range?.endIndex ?? 0) >= rows.length - AHEAD;
  const isWanted = isNearEnd && canLoadMore && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads more whenever the list has grown but its end is still near.
  useEffect(() => {
    if (isWanted) loadMore();
  }, [isWanted, rows.length]);
  useFlash(list, pages);
  // All rows stay drawn until the window is measured, as removing them for a moment could lose the focus.
  const inWindow = near?.getVirtualItems() ?? [];
  const drawn = inWindow.length > 0 ? inWindow : rows.map(standing);

  return (
    <ul
      ref={list}
      aria-label={label}
      aria-busy={isOutdated}
      {...keys.props}
      className={cx("relative transition-opacity duration-160", isOutdated && "opacity-50")}
      style={inWindow.length > 0 ? { height: near?.getTotalSize() } : {}}
    >
      {drawn.map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={row.id}
            ref={near?.measureElement}
            data-index={index}
            data-row={row.id}
            aria-posinset={index + 1}
            aria-setsize={total ?? (hasMore ? -1 : rows.length)}
            className={cx(
              start === null ? "scroll-mt-16 scroll-mb-4" : "absolute inset-x-0 top-0",
              index > 0 && "border-line border-t",
            )}
            style={start === null ? {} : { transform: `translateY(${start - (top ?? 0)}px)` }}
          >
            {renderRow(row, index === keys.current, gone.includes(row.id))}
          </li>
        );
      })}
    </ul>
  );
}

/** Places a row where the one before it ends. */
function standing(_: unknown, index: number) {
  return { index, start: null };
}

function useIds(rows: readonly { id: string }[]): string[] {
  return useMemo(() => rows.map(({ id }) => id), [rows]);
}

/** The options that both ways of scrolling share. */
function drawing(
  { defaultRangeExtractor }: RowWindowCode,
  { rowHeight }: Pick<ListRowsProps<{ id: string }>, "rowHeight">,
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  current: number,
) {
  return {
    count: ids.length,
    getItemKey: (index: number) => ids[index] ?? index,
    estimateSize: () => rowHeight(list.current?.clientWidth ?? 0),
    overscan: OVERSCAN,
    scrollPaddingEnd: 16,
    // The row with the focus stays in the page, so that the focus is not lost.
    rangeExtractor(range: Range) {
      const indexes = defaultRangeExtractor(range);
      if (current >= ids.length || indexes.includes(current)) return indexes;
      return [...indexes, current].sort((a, b) => a - b);
    },
  };
}

/** Returns how far below the page's top an element begins, in pixels, and follows changes above it. */
function useTopOf(element: RefObject<HTMLElement | null>): number | null {
  const [top, setTop] = useState<number | null>(null);
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

/** Tints for a moment the rows that a refresh found new or changed; not with reduced motion. */
function useFlash(
  list: RefObject<HTMLElement | null>,
  { changed, loadedAt }: Pick<Pages<unknown>, "changed" | "loadedAt">,
): void {
  useEffect(() => {
    if (changed.length === 0 || Date.now() - loadedAt > NEWS_MS) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const id of changed) {
      list.current
        ?.querySelector(`[data-row="${CSS.escape(id)}"] > *`)
        ?.animate(
          { backgroundColor: ["color-mix(in srgb, var(--color-accent) 16%, transparent)", "transparent"] },
          { duration: FLASH_MS, easing: "ease-out" },
        );
    }
  }, [list, changed, loadedAt]);
}

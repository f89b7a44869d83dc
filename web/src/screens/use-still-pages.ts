import { type RefObject, useEffect, useReducer, useRef } from "react";
import { followOwnChanges, ownChangeAt } from "../lib/own-change.ts";
import type { Pages } from "./use-pages.ts";

interface Standing<Row> extends StillRows<Row>, Pick<Pages<Row>, "asked" | "changed" | "loadedAt"> {
  /** All loaded rows in their current state. */
  fresh: readonly Row[];
  /** When they were loaded. */
  freshAt: number;
}

/** A list whose rows stay in place while a person uses it. */
interface StillPages<Row> {
  /** The rows as drawn. */
  pages: Pages<Row>;
  /** The ids of drawn rows that have left the list. */
  gone: readonly string[];
  /** How many rows wait to come in, and how many to move or leave. */
  added: number;
  changed: number;
  /** Applies these changes. */
  show: () => void;
}

const nothingWaits = { added: [], gone: [], moved: 0 };
const LOOK_MS = 300;
/** The list counts as unused after this many checks in a row. */
const CALM_LOOKS = 3;

/**
 * Keeps rows in place while the pointer or the focus is in `list`. Values change in place; rows that would come in, move or leave wait for
 * `show`, for the pointer and the focus to have been away for a moment, or for a change made here (docs/product.md#the-list-keeps-still).
 */
export function useStillPages<Row extends { id: string }>(
  pages: Pages<Row>,
  list: RefObject<HTMLElement | null>,
  isStill: boolean,
): StillPages<Row> {
  const [, drawAnew] = useReducer((count: number) => count + 1, 0);
  const latest = useRef<Standing<Row>>(null);
  const { items, asked, loadedAt, isOutdated, hasMore } = pages;
  const last = latest.current;

  if (items !== undefined && !(last?.fresh === items && last.freshAt === loadedAt && last.asked === asked)) {
    const isSame = last !== null && last.asked === asked && !isOutdated;
    const stands = isStill && isSame && last.freshAt > ownChangeAt() && isInUse(list.current);
    latest.current = {
      asked,
      fresh: items,
      freshAt: loadedAt,
      changed: pages.changed,
      loadedAt,
      ...(stands ? stillRows(last.rows, last.fresh, items, hasMore) : { rows: items, ...nothingWaits }),
    };
  }

  function show() {
    const now = latest.current;
    if (now === null) return;
    const { fresh, added } = now;
    latest.current = { ...now, rows: fresh, ...nothingWaits, changed: added, loadedAt: Date.now() };
    drawAnew();
  }

  const { rows, added, gone, moved } = latest.current ?? { rows: undefined, ...nothingWaits };
  const isWaiting = added.length + moved > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` reads the current rows when it is called.
  useEffect(() => {
    if (!isWaiting) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks = isInUse(list.current) ? 0 : looks + 1;
      if (looks === CALM_LOOKS) show();
    }, LOOK_MS);
    // A live event may have brought a change made here before its own response came.
    const unfollow = followOwnChanges(show);
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, [isWaiting]);

  const { changed, loadedAt: shownAt } = latest.current ?? pages;
  return {
    pages: { ...pages, items: items && rows, changed, loadedAt: shownAt },
    gone,
    added: added.length,
    changed: moved,
    show,
  };
}

/** Whether the pointer or the focus is in an element. On devices that cannot hover, the last touched element counts as hovered. */
function isInUse(element: HTMLElement | null): boolean {
  const pointed = matchMedia("(hover: hover)").matches ? ":hover" : ":active";
  return element?.matches(`${pointed}, :focus-within`) === true;
}

/** The rows of a list that stands still, and the changes that wait. */
interface StillRows<Row> {
  rows: readonly Row[];
  /** The ids of new rows between the drawn ones. */
  added: readonly string[];
  /** The ids of rows that have left the list and are still drawn with their last values. */
  gone: readonly string[];
  /** How many rows would move or leave. */
  moved: number;
}

/**
 * Draws the rows `standing` in their places with the values of `fresh`, which replaces `before`. Rows after the end are added, as
 * they move nothing; all other changes wait. If the list goes on (`hasMore`), a row missing at the end was merely not loaded.
 */
export function stillRows<Row extends { id: string }>(
  standing: readonly Row[],
  before: readonly Row[],
  fresh: readonly Row[],
  hasMore: boolean,
): StillRows<Row> {
  const drawn = [...new Map([...standing, ...nextPage(before, fresh)].map((row) => [row.id, row])).values()];
  const places = new Map(drawn.map(({ id }, place) => [id, place]));
  const now = new Map(fresh.map((row) => [row.id, row]));
  const keptPlaces = fresh.flatMap(({ id }) => places.get(id) ?? []);
  const end = fresh.findLastIndex(({ id }) => places.has(id)) + 1;
  const fetched = hasMore ? drawn.findLastIndex(({ id }) => now.has(id)) + 1 : drawn.length;
  const gone = drawn.slice(0, fetched).flatMap(({ id }) => (now.has(id) ? [] : id));
  return {
    rows: [...drawn.map((row) => now.get(row.id) ?? row), ...(end === 0 ? [] : fresh.slice(end))],
    added: fresh
      .slice(0, end === 0 ? fresh.length : end)
      .filter(({ id }) => !places.has(id))
      .map(({ id }) => id),
    gone,
    moved: gone.length + keptPlaces.length - inOrder(keptPlaces),
  };
}

/** Returns the rows that a longer load added at the end. */
function nextPage<Row extends { id: string }>(before: readonly Row[], fresh: readonly Row[]): readonly Row[] {
  return before.every(({ id }, place) => id === fresh[place]?.id) ? fresh.slice(before.length) : [];
}

/** Counts how many of these numbers can keep their places while the others move until all are in order. */
function inOrder(numbers: readonly number[]): number {
  /** The smallest number at which a run of each length ends. */
  const ends: number[] = [];
  for (const number of numbers) {
    const isLast = number > (ends.at(-1) ?? -1);
    ends[isLast ? ends.length : ends.findIndex((end) => end >= number)] = number;
  }
  return ends.length;
}

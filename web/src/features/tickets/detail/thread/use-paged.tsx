import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from "react";
import { waitsForNetwork } from "../../../../lib/retries.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Button } from "../../../../ui/button.tsx";

export interface Page<Item> {
  /** Oldest first. */
  items: Item[];
  hasOlder: boolean;
  /** The total, where known. */
  count?: number;
}

interface PagedState<Item> extends Page<Item> {
  /** The newest page as the server last gave it. `items` is everything loaded without a gap and ends with it. */
  page: Item[];
  /** How many older items are not loaded. */
  left: number;
}

type WithId = { id: string };

/** Starts a thread or a list of notes with its newest page. */
export function startPaging<Item>({ items, hasOlder, count = 0 }: Page<Item>): PagedState<Item> {
  return { page: items, items, hasOlder, left: count - items.length };
}

/**
 * Adopts a fresh newest page and keeps the older items already loaded. Starts over from that page if items between the
 * two are missing, or if one was added among the older ones.
 */
export function followNewest<Item extends WithId>(state: PagedState<Item>, newest: Page<Item>): PagedState<Item> {
  const first = newest.items[0]?.id;
  const at = state.items.findIndex(({ id }) => id === first);
  const items = [...state.items.slice(0, at), ...newest.items];
  const hasGap = newest.count !== undefined && newest.count - items.length !== state.left;
  if (at <= 0 || !newest.hasOlder || hasGap) return startPaging(newest);
  return { ...state, page: newest.items, items };
}

/** Prepends a page of older items. */
export function prependPage<Item extends WithId>(state: PagedState<Item>, older: Page<Item>): PagedState<Item> {
  const loadedIds = new Set(state.items.map(({ id }) => id));
  const added = older.items.filter(({ id }) => !loadedIds.has(id));
  return { ...state, items: [...added, ...state.items], hasOlder: older.hasOlder, left: state.left - added.length };
}

/** Replaces one item by its fresh version, wherever it is. */
export function replaceItem<Item extends WithId>(state: PagedState<Item>, fresh: Item): PagedState<Item> {
  return { ...state, items: state.items.map((item) => (item.id === fresh.id ? fresh : item)) };
}

/** An open ticket's messages or notes: the newest page, kept up to date, and the older pages requested so far. */
export function usePaged<Item extends { id: string }>(
  newest: Page<Item>,
  loadBefore: (id: string) => Promise<Page<Item>>,
) {
  const [state, setState] = useState(() => startPaging(newest));
  const current = state.page === newest.items ? state : followNewest(state, newest);
  if (current !== state) setState(current);

  const older = useMutation({
    mutationFn: loadBefore,
    ...waitsForNetwork,
    onSuccess: (page) => setState((known) => prependPage(known, page)),
  });
  const first = current.items[0]?.id;
  // Stable, so that one change does not redraw four hundred messages.
  const replace = useCallback((item: Item) => setState((known) => replaceItem(known, item)), []);

  return {
    items: current.items,
    hasOlder: current.hasOlder,
    isLoadingOlder: older.isPending,
    olderError: older.error,
    loadOlder: () => first !== undefined && !older.isPending && older.mutate(first),
    replace,
  };
}

interface ShowEarlierProps {
  paged: Pick<ReturnType<typeof usePaged>, "hasOlder" | "isLoadingOlder" | "olderError" | "loadOlder">;
  /** The scrolling region, which takes the focus when the last page removes the button. */
  region: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The button that loads the previous page, while there is one. */
export function ShowEarlier({ paged, region, children }: ShowEarlierProps) {
  const { hasOlder, isLoadingOlder, olderError, loadOlder } = paged;
  useEffect(() => {
    if (!hasOlder && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [hasOlder, region]);
  if (!hasOlder) return null;
  return (
    <div className="flex flex-col items-center gap-1.5">
      <Button size="sm" busy={isLoadingOlder} busyText="Loading..." onClick={loadOlder}>
        {children}
      </Button>
      <FailureLine error={olderError} />
    </div>
  );
}

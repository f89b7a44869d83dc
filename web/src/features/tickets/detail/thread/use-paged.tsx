import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from "react";
import { waitsForNetwork } from "../../../../lib/retries.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Button } from "../../../../ui/button.tsx";

export interface Page<Item> {
  /** Oldest first. */
  items: Item[];
  hasOlder: boolean;
  /** How many there are in all, where that is known. */
  count?: number;
}

interface PagedState<Item> extends Page<Item> {
  /** The newest page as the server last gave it; `items` is everything known without a gap, and ends with it. */
  page: Item[];
  /** How many older ones are not known. */
  left: number;
}

type Known = { id: string };

/** A thread, or a list of notes, that shows its newest page. */
export function startPaging<Item>({ items, hasOlder, count = 0 }: Page<Item>): PagedState<Item> {
  return { page: items, items, hasOlder, left: count - items.length };
}

/**
 * Takes a fresh newest page and keeps the older items loaded so far. When so much was written meanwhile that items
 * between the two are missing, or something came between the older ones, it starts again from the page.
 */
export function followNewest<Item extends Known>(state: PagedState<Item>, newest: Page<Item>): PagedState<Item> {
  const first = newest.items[0]?.id;
  const at = state.items.findIndex(({ id }) => id === first);
  const items = [...state.items.slice(0, at), ...newest.items];
  const hasGap = newest.count !== undefined && newest.count - items.length !== state.left;
  if (at <= 0 || !newest.hasOlder || hasGap) return startPaging(newest);
  return { ...state, page: newest.items, items };
}

/** Puts a page of older items before what is known. */
export function prependPage<Item extends Known>(state: PagedState<Item>, older: Page<Item>): PagedState<Item> {
  const known = new Set(state.items.map(({ id }) => id));
  const added = older.items.filter(({ id }) => !known.has(id));
  return { ...state, items: [...added, ...state.items], hasOlder: older.hasOlder, left: state.left - added.length };
}

/** Takes what the server now says of one item, wherever it stands. */
export function replaceItem<Item extends Known>(state: PagedState<Item>, fresh: Item): PagedState<Item> {
  return { ...state, items: state.items.map((item) => (item.id === fresh.id ? fresh : item)) };
}

/** What an open ticket has of messages or notes: the newest page, kept up to date, and the older ones that were asked for. */
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
  // Stable, so that four hundred messages are not drawn again for one.
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
  /** What scrolls; it has the focus after the last page, which takes the button away. */
  region: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Asks for the page before what is shown, while there is one. */
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

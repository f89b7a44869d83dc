import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useShownList } from "../../../entities/ticket/shown-list.ts";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { useDeskPreferences } from "../../../entities/ticket/use-desk-preferences.ts";
import { api } from "../../../lib/api.ts";
import { usePages } from "../../../screens/use-pages.ts";
import { announce } from "../../../ui/announcer.tsx";
import { ignoreRestOfPress, watchPresses } from "../../../ui/form/rest-of-press.ts";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { ownKept } from "../sending/kept-replies.ts";
import { tellReplySent } from "../sending/reply-sent.tsx";
import { walkOrder } from "./walk-order.ts";

/** The walk through one list, kept until the page closes or another list is walked. */
let walk = { list: "", order: [] as string[], visited: new Set<string>() };

/** The next page is fetched when this many tickets are left. */
const AHEAD = 4;
const LARGE_PAGE = 100;
const MAX_PAGES = 10;
/** How many tickets of a list are searched for one that was opened by its address. */
const MAX_SEARCHED = 1_000;

/** Leads from an open ticket to its neighbours in the list (docs/product.md#from-ticket-to-ticket). */
export function useTicketWalk(ticketId: string, onClose: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { preferences } = useDeskPreferences();
  const input = useShownList() ?? { view: "active" as const, sort: preferences.sort };
  const pages = usePages({
    queryKey: api.tickets.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.tickets.list.call({ ...input, ...page }, { signal }),
  });
  const open = useOpenTicket();
  const latest = useRef(open);
  latest.current = open;

  useEffect(watchPresses, []);

  const cards: readonly TicketCard[] = pages.items ?? [];
  const list = JSON.stringify(input);
  if (walk.list !== list) walk = { list, order: [], visited: new Set() };
  walk.visited.add(ticketId);
  walk.order = walkOrder(
    walk.order,
    walk.visited,
    cards.map(({ id }) => id),
  );
  const at = walk.order.indexOf(ticketId);
  const [previous, next] = [walk.order[at - 1], walk.order[at + 1]];

  /** The wanted neighbour of a ticket that lies beyond the loaded part of the list. */
  const [sought, setSought] = useState<1 | -1 | null>(null);
  const isFurtherDown = at < 0 && pages.hasMore && pages.error === null && cards.length < MAX_SEARCHED;
  const isNearEnd = at + AHEAD >= walk.order.length;
  const wantsMore = (isNearEnd || (sought !== null && isFurtherDown)) && pages.canLoadMore && pages.error === null;
  const { loadMore } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the list has grown but not far enough.
  useEffect(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, cards.length]);
  useEffect(() => {
    if (sought === null || isFurtherDown || pages.isOutdated) return;
    setSought(null);
    const found = sought === 1 ? next : previous;
    if (found !== undefined) go(found);
  });
  // Prefetches the ticket most likely opened next.
  useEffect(() => {
    if (next !== undefined) void cache.prefetchQuery(api.tickets.get.queryOptions({ input: { id: next } }));
  }, [cache, next]);

  function go(ticket: string) {
    const card = cards.find(({ id }) => id === ticket);
    if (card !== undefined) announce(`${ticketLabel(card.ticketNumber)}, ${card.subject}`);
    // Back leads to the list, however many tickets were visited.
    void navigate({ to: ".", search: (search) => ({ ...search, ticket }), replace: true, resetScroll: false });
  }

  function wayTo(step: 1 | -1, neighbour: string | undefined): (() => void) | undefined {
    if (isFurtherDown) return () => setSought(step);
    return neighbour === undefined ? undefined : () => go(neighbour);
  }

  /**
   * Returns the next ticket after this one that needs a reply, else the first of the list; those just answered here do
   * not count.
   */
  async function nextWaiting(): Promise<string | undefined> {
    const { items = [] } = cache.getQueryData(ownKept().queryKey) ?? {};
    const repliedIds = new Set(items.map((reply) => reply.ticketId));
    const waits = ({ id, waitingSince }: TicketCard) => waitingSince !== null && id !== ticketId && !repliedIds.has(id);
    const rest = new Set(walk.order.slice(at + 1));
    const near = cards.find((card) => rest.has(card.id) && waits(card));
    if (near !== undefined) return near.id;
    let cursor = pages.latest?.nextCursor ?? null;
    for (let page = 0; cursor !== null && page < MAX_PAGES; page++) {
      const further = await api.tickets.list.call({ ...input, cursor, limit: LARGE_PAGE });
      const found = further.items.find(waits);
      if (found !== undefined) return found.id;
      cursor = further.nextCursor;
    }
    const all = cards.some(waits)
      ? cards
      : (await api.tickets.list.call({ ...input, needsReply: true, limit: LARGE_PAGE })).items;
    return all.find(waits)?.id;
  }

  async function goOn() {
    let found: string | undefined;
    try {
      found = await nextWaiting();
    } catch {
      // It is unknown what waits, so the list opens.
      ignoreRestOfPress();
      if (latest.current.openTicketId === ticketId) onClose();
      return;
    }
    // A user who has moved on meanwhile stays there.
    if (latest.current.openTicketId !== ticketId) return;
    ignoreRestOfPress();
    if (found !== undefined) return go(found);
    onClose();
    showToast({ id: "all-answered", title: "All answered", message: "No other ticket of this list needs a reply." });
  }

  return {
    next: wayTo(1, next),
    previous: wayTo(-1, previous),
    /** Called with the names of the recipients, or null for a reply kept until its time. */
    onSent({ ticketNumber }: TicketDetail, to: string | null) {
      if (preferences.afterSend === "stay" || latest.current.openTicketId !== ticketId) return;
      if (to !== null) tellReplySent({ ticketNumber, to });
      void goOn();
    },
  };
}

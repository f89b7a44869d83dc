import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { statusWords } from "../../../entities/ticket/ticket-pills.tsx";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { api } from "../../../lib/api.ts";
import { presence } from "../../../lib/presence/presence.ts";
import { useSession } from "../../../lib/session.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { announce } from "../../../ui/announcer.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { hasReply } from "./added-last.ts";
import { dueOf, isTaken, namesIn, ownKept } from "./kept-replies.ts";
import { ReplySentToast, tellReplySent } from "./reply-sent.tsx";
import { useIsSendingInPlace } from "./sending-place.tsx";
import { ReplyNotices, SendingToast } from "./sending-toasts.tsx";
import {
  isUndoable,
  longestTimer,
  sayTooLate,
  sendingTitle,
  useKept,
  useKeptActions,
  type WaitingReply,
} from "./use-kept-replies.ts";

/** Toasts of replies that can still be undone, on every screen (docs/product.md#undoing-a-reply). */
export function KeptReplies() {
  const { user } = useSession();
  return user === null ? null : <KeptRepliesOf key={user.id} />;
}

function KeptRepliesOf() {
  const waiting = useKept();
  useAskedAtTheirTime();
  useTellSent();
  useTellSending(waiting);
  const { undo, sendNow } = useKeptActions();
  const isInPlace = useIsSendingInPlace();

  const last = waiting.findLast(isUndoable);
  const hasJustLeft = useJustLeft(waiting);
  const undoSend = last === undefined ? hasJustLeft && sayTooLate : () => undo(last);
  useShortcuts(ticketShortcuts, () => true, { undoSend: undoSend || undefined });

  const shownIds = useRef<string[]>([]);
  // On every render, as the buttons' callbacks belong to it.
  useEffect(() => {
    const toasts = isInPlace ? [] : waiting;
    for (const reply of toasts) showSending(reply, isUndoable(reply) ? () => undo(reply) : null);
    const ids = toasts.map(toastOf);
    for (const id of shownIds.current) if (!ids.includes(id)) closeToast(id);
    shownIds.current = ids;
  });

  const newest = waiting.at(-1);
  const announcement = isInPlace && newest !== undefined ? sendingTitle(newest) : null;
  useEffect(() => {
    if (announcement !== null) announce(announcement);
  }, [announcement]);

  function showSending(reply: WaitingReply, onUndo: (() => void) | null) {
    const ways = onUndo && { onUndo, onSendNow: () => sendNow(reply) };
    showToast({
      id: toastOf(reply),
      title: sendingTitle(reply),
      message: ticketLabel(reply.ticketNumber),
      stays: true,
      isFixed: true,
      actions: <SendingToast reply={reply} {...ways} />,
    });
  }

  return (
    <>
      <ReplyNotices />
      {!isInPlace && <ReplySentToast />}
      <ToastsRoom />
    </>
  );
}

const ASKS_MS = 1_000;
const MAX_INTERVAL_MS = 30_000;

/** Refetches when a reply's time has come, as its event may be lost or late. */
function useAskedAtTheirTime(): void {
  useQuery({
    ...ownKept(),
    refetchInterval({ state }) {
      const waiting = state.data?.items.filter(({ returned }) => returned === null) ?? [];
      if (waiting.length === 0) return false;
      const left = Math.min(...waiting.map(dueOf)) - Date.now();
      // The later it is, the less often.
      return left > 0 ? Math.min(left + ASKS_MS, longestTimer) : Math.min(Math.max(-left, ASKS_MS), MAX_INTERVAL_MS);
    },
  });
}

/** Says that a waiting reply was sent, and that its status was not set because a colleague chose another. */
function useTellSent(): void {
  const cache = useQueryClient();
  const { data } = useQuery(ownKept());
  const before = useRef<typeof data>(undefined);
  useEffect(() => {
    const there = new Set(data?.items.map(({ id }) => id));
    const left = before.current?.items.filter(({ id, returned }) => returned === null && !there.has(id)) ?? [];
    before.current = data;
    for (const reply of left) if (!isTaken(reply)) void tellSent(cache, reply);
  }, [cache, data]);
}

async function tellSent(cache: QueryClient, kept: KeptReply): Promise<void> {
  const { ticketId, ticketNumber, thenStatus } = kept;
  refreshTicket(cache, ticketId);
  const input = { id: ticketId };
  const ticket = await cache.fetchQuery(api.tickets.get.queryOptions({ input, staleTime: 0 })).catch(() => null);
  // Another tab may have taken it back.
  if (ticket === null || !hasReply(ticket.messages, kept)) return;
  tellReplySent({ ticketNumber, to: namesIn(kept) ?? "the customer" });
  const { items = [] } = cache.getQueryData(ownKept().queryKey) ?? {};
  // The last of them sets it.
  const isHandedOn = items.some((one) => one.ticketId === ticketId);
  if (thenStatus === null || thenStatus === ticket.status || isHandedOn) return;
  const message = `Your reply was sent. The status was changed meanwhile, so it was not set to ${statusWords[thenStatus].label}.`;
  const title = `${ticketLabel(ticketNumber)} stays ${statusWords[ticket.status].label}`;
  showToast({ id: `status-stays-${ticketId}`, title, message, stays: true });
}

const toastOf = ({ id }: WaitingReply) => `kept:${id}`;

const UNDO_KEY_GRACE_MS = 3_000;

/** Whether a reply is being sent or just was: an Undo key that comes too late must do nothing else. */
function useJustLeft(kept: readonly WaitingReply[]): boolean {
  const isSending = kept.some((reply) => !isUndoable(reply));
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const ids = kept.map(({ id }) => id).join();
  const [before, setBefore] = useState({ ids, kept });
  // During the render: a key may come before any effect.
  if (before.ids !== ids) {
    setBefore({ ids, kept });
    const isGone = (one: WaitingReply) => !one.isLater && !isTaken(one) && !kept.some(({ id }) => id === one.id);
    if (before.kept.some(isGone)) setLeftAt(Date.now());
  }
  useEffect(() => {
    if (leftAt === null) return;
    const timer = setTimeout(() => setLeftAt(null), UNDO_KEY_GRACE_MS);
    return () => clearTimeout(timer);
  }, [leftAt]);
  return isSending || leftAt !== null;
}

/** Shows colleagues which tickets have a reply that can still be undone (docs/product.md#presence). */
function useTellSending(kept: readonly WaitingReply[]): void {
  const tickets = [...new Set(kept.flatMap(({ ticketId, isLater }) => (isLater ? [] : ticketId)))].join();
  useEffect(() => {
    const ends = tickets === "" ? [] : tickets.split(",").map((id) => presence.send(id));
    return () => {
      for (const end of ends) end();
    };
  }, [tickets]);
}

const GAP_PX = 16;

/** Reserves room for the toasts where the window has one column, so that they cover nothing. */
function ToastsRoom() {
  useEffect(() => {
    const host = document.querySelector<HTMLElement>(".toasts");
    if (host === null) return;
    const { style } = document.documentElement;
    const makeRoom = () => {
      const takesRoom = host.offsetHeight > 0 && getComputedStyle(host).getPropertyValue("--takes-room") !== "";
      style.setProperty("--toasts-room", takesRoom ? `${host.offsetHeight + GAP_PX}px` : "0px");
    };
    const observer = new ResizeObserver(makeRoom);
    observer.observe(host);
    addEventListener("resize", makeRoom);
    return () => {
      observer.disconnect();
      removeEventListener("resize", makeRoom);
      style.removeProperty("--toasts-room");
    };
  }, []);
  return null;
}

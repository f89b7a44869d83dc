import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
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
import { heldReplies } from "./held-replies.ts";
import type { HeldReply } from "./held-reply.ts";
import type { Held, HeldNews, HeldStore } from "./held-store.ts";
import { keepNotice } from "./reply-notices.ts";
import { ReplySentToast, type SentReply, tellReplySent } from "./reply-sent.tsx";
import { useIsSendingInPlace } from "./sending-place.tsx";
import { ReplyNotices, SendingToast } from "./sending-toasts.tsx";
import { isUndoable, namesIn, sayTooLate, sendingTitle, useHeld, useUndoReply } from "./use-held-reply.ts";

/** The toasts of replies that were sent and can still be undone, on every screen (docs/product.md#undoing-a-reply). */
export function HeldReplies() {
  const { user } = useSession();
  return user === null ? null : <HeldRepliesOf key={user.id} userId={user.id} store={heldReplies(user.id)} />;
}

function HeldRepliesOf({ userId, store }: { userId: string; store: HeldStore }) {
  const cache = useQueryClient();
  const held = useHeld(store);
  useTellSending(held);
  const undo = useUndoReply(store);
  const isInPlace = useIsSendingInPlace();

  const last = held.findLast(isUndoable);
  const hasJustLeft = useJustLeft(held.some((reply) => !isUndoable(reply)));
  const undoSend = last === undefined ? hasJustLeft && sayTooLate : () => undo(last);
  useShortcuts(ticketShortcuts, () => true, { undoSend: undoSend || undefined });

  const shownIds = useRef<string[]>([]);
  // Every time: what the buttons do is of this render.
  useEffect(() => {
    const toasts = isInPlace ? [] : held;
    for (const reply of toasts) showSending(reply, isUndoable(reply) ? () => undo(reply) : null);
    const ids = toasts.map(toastOf);
    for (const id of shownIds.current) if (!ids.includes(id)) closeToast(id);
    shownIds.current = ids;
  });

  const newest = held.at(-1);
  const said = isInPlace && newest !== undefined ? sendingTitle(newest) : null;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);

  function showSending(reply: Held, onUndo: (() => void) | null) {
    const ways = onUndo && { onUndo, onSendNow: () => store.sendNow(reply.key) };
    showToast({
      id: toastOf(reply),
      title: sendingTitle(reply),
      message: ticketLabel(reply.ticketNumber),
      stays: true,
      isFixed: true,
      actions: <SendingToast reply={reply} {...ways} />,
    });
  }

  const hear = useRef<(news: HeldNews) => void>(undefined);
  hear.current = ({ reply, outcome }) => {
    refreshTicket(cache, reply.ticketId);
    if (outcome !== "sent") return;
    const sent: SentReply = { ticketNumber: reply.ticketNumber, to: namesIn(reply) ?? "the customer" };
    tellReplySent(sent);
    otherTabs.current?.postMessage(sent);
    void tellOfStatus(reply);
  };
  useEffect(() => store.onNews((news) => hear.current?.(news)), [store]);

  const otherTabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = new BroadcastChannel(`deskhand-sent-replies:${userId}`);
    channel.onmessage = ({ data }: MessageEvent<SentReply>) => tellReplySent(data);
    otherTabs.current = channel;
    return () => channel.close();
  }, [userId]);

  /** A status that a colleague chose meanwhile stays: whoever chose another hears of it. */
  async function tellOfStatus({ userId, ticketId, ticketNumber, thenStatus }: HeldReply) {
    if (thenStatus === null) return;
    const { status } = await cache.fetchQuery(api.tickets.get.queryOptions({ input: { id: ticketId }, staleTime: 0 }));
    if (status === thenStatus) return;
    const title = `${ticketLabel(ticketNumber)} stays ${statusWords[status].label}`;
    const message = `Your reply was sent. The status was changed meanwhile, so it was not set to ${statusWords[thenStatus].label}.`;
    keepNotice({ id: `status-stays-${ticketId}`, userId, ticketId, title, message, isKept: false, isMovedOn: false });
  }

  return (
    <>
      <ReplyNotices userId={userId} />
      {!isInPlace && <ReplySentToast />}
      <ToastsRoom />
    </>
  );
}

const toastOf = ({ key }: HeldReply) => `held:${key}`;

const LATE_MS = 3_000;

/** Whether a reply is being sent or was a moment ago: a key that comes too late for Undo is meant for nothing else. */
function useJustLeft(isSending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isSending) return setLate(true);
    const timer = setTimeout(() => setLate(false), LATE_MS);
    return () => clearTimeout(timer);
  }, [isSending]);
  return isSending || isLate;
}

/** Lets colleagues see which tickets get a reply that can still be undone (docs/product.md#presence). */
function useTellSending(held: readonly HeldReply[]): void {
  const tickets = [...new Set(held.map(({ ticketId }) => ticketId))].join();
  useEffect(() => {
    const ends = tickets === "" ? [] : tickets.split(",").map((id) => presence.send(id));
    return () => {
      for (const end of ends) end();
    };
  }, [tickets]);
}

const GAP_PX = 16;

/** Gives the toasts room of their own where the window has one column: whatever they would lie over is needed there. */
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

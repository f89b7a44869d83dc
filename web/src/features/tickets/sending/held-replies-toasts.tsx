import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { statusWords } from "../../../entities/ticket/ticket-words.ts";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { useShortcuts } from "../../../lib/use-shortcuts.ts";
import { announce } from "../../../ui/announcer.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { ToastsRoom } from "../../../ui/overlay/toasts-room.tsx";
import { heldReplies } from "./held-replies.ts";
import type { HeldReply } from "./held-reply.ts";
import type { Held, HeldNews, HeldStore } from "./held-store.ts";
import { keepNotice } from "./reply-notices.ts";
import { ReplyNotices } from "./reply-notices-toasts.tsx";
import { ReplySentToast, type SentReply, tellReplySent } from "./reply-sent.tsx";
import { useIsSendingInPlace } from "./sending-place.tsx";
import { SendingToast } from "./sending-toast.tsx";
import { isUndoable, namesIn, sendingTitle } from "./sending-words.ts";
import { useHeld } from "./use-held-of.ts";
import { useJustLeft } from "./use-just-left.ts";
import { useTellSending } from "./use-tell-sending.ts";
import { sayTooLate, useUndoReply } from "./use-undo-reply.ts";

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

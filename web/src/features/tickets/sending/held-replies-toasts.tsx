import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { statusWords } from "../../../entities/ticket/ticket-words.ts";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
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
import { showReplySent } from "./reply-sent.tsx";
import { SendingToast } from "./sending-toast.tsx";
import { useJustLeft } from "./use-just-left.ts";
import { useTellSending } from "./use-tell-sending.ts";
import { wantComposer } from "./wanted-composer.ts";

/** The toasts of replies that were sent and can still be undone, on every screen (docs/product.md#undoing-a-reply). */
export function HeldReplies() {
  const { user } = useSession();
  return user === null ? null : <HeldRepliesOf key={user.id} userId={user.id} store={heldReplies(user.id)} />;
}

function HeldRepliesOf({ userId, store }: { userId: string; store: HeldStore }) {
  const cache = useQueryClient();
  const held = useSyncExternalStore(store.subscribe, store.shown);
  useTellSending(held);
  const open = useOpenTicket();
  const latest = useRef(open);
  latest.current = open;

  function openAgain({ ticketId }: HeldReply) {
    wantComposer(ticketId);
    if (latest.current.openTicketId !== ticketId) latest.current.openTicket(ticketId);
  }

  async function undo(reply: HeldReply) {
    const undone = await store.undo(reply.key);
    if (undone === null) return sayTooLate();
    announce("Not sent. Your reply is in the composer again");
    openAgain(undone);
  }

  const last = held.findLast(isUndoable);
  const hasJustLeft = useJustLeft(held.some((reply) => !isUndoable(reply)));
  const undoSend = last === undefined ? hasJustLeft && sayTooLate : () => void undo(last);
  // An open ticket has the same key for another thing.
  useShortcuts(ticketShortcuts, () => true, { undoSend: undoSend || undefined }, "first");

  const shownIds = useRef<string[]>([]);
  // Every time: what the buttons do is of this render.
  useEffect(() => {
    for (const reply of held) showSending(reply, isUndoable(reply) ? () => void undo(reply) : null);
    const ids = held.map(toastOf);
    for (const id of shownIds.current) if (!ids.includes(id)) closeToast(id);
    shownIds.current = ids;
  });

  function showSending(reply: Held, onUndo: (() => void) | null) {
    const ways = onUndo && { onUndo, onSendNow: () => store.sendNow(reply.key) };
    showToast({
      ...{ id: toastOf(reply), title: titleOf(reply), stays: true, isFixed: true },
      actions: <SendingToast reply={reply} {...ways} />,
    });
  }

  const hear = useRef<(news: HeldNews) => void>(undefined);
  hear.current = ({ reply, outcome }) => {
    refreshTicket(cache, reply.ticketId);
    if (outcome !== "sent") return;
    showReplySent(reply.ticketNumber);
    otherTabs.current?.postMessage(reply.ticketNumber);
    void tellOfStatus(reply);
  };
  useEffect(() => store.onNews((news) => hear.current?.(news)), [store]);

  const otherTabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = new BroadcastChannel(`deskhand-replies-sent:${userId}`);
    channel.onmessage = ({ data }: MessageEvent<number>) => showReplySent(data);
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
    keepNotice({ id: `status-stays-${ticketId}`, userId, ticketId, title, message, isKept: false });
  }

  return (
    <>
      <ReplyNotices userId={userId} />
      <ToastsRoom />
    </>
  );
}

function sayTooLate() {
  showToast({ id: "too-late-to-undo", title: "Too late to undo", message: "The reply is on its way." });
}

const toastOf = ({ key }: HeldReply) => `held:${key}`;
const isUndoable = ({ phase }: Held) => phase !== "sending";

function titleOf({ phase, ticketNumber }: Held): string {
  const label = ticketLabel(ticketNumber);
  if (phase === "offline") return `Waiting for a connection: ${label}`;
  return phase === "lost" ? `Trying again: ${label}` : `Sending to ${label}`;
}

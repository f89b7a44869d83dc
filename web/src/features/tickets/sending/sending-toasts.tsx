import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { wantComposer } from "../../../entities/ticket/wanted.ts";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { isRefused, isTaken, markSeen, ownKept, takeBack, takeBackHere } from "./kept-replies.ts";
import { notSentWords, shownComposer } from "./reply-notices.ts";
import { useSecondsTo, type WaitingReply } from "./use-kept-replies.ts";

interface SendingToastProps {
  reply: WaitingReply;
  /** Absent once it leaves. */
  onUndo?: () => void;
  onSendNow?: () => void;
}

/** How long a reply can still be undone, with Undo and Send now. */
export function SendingToast({ reply, onUndo, onSendNow }: SendingToastProps) {
  const { phase, due, isLater } = reply;
  const seconds = useSecondsTo(due);
  return (
    <p className="mt-1.5 flex items-center gap-2">
      {onUndo !== undefined && (
        <Button size="sm" onClick={onUndo}>
          Undo
        </Button>
      )}
      {onSendNow !== undefined && (
        <Button size="sm" variant="ghost" onClick={(event) => isRepeatedClick(event) || onSendNow()}>
          Send now
        </Button>
      )}
      {/* A screen reader would announce each second. */}
      {phase === "waiting" && !isLater && (
        <span aria-hidden className="ml-auto text-soft text-sm tabular">
          {seconds} s
        </span>
      )}
    </p>
  );
}

const notSentToast = (ticketId: string) => `not-sent-${ticketId}`;

/** Says that a reply was not sent, until closed or followed to its ticket. */
export function showNotSent(
  about: { id: string; ticketNumber: number },
  message: string,
  ways: { onChoose: () => void; onDismiss?: () => void },
): void {
  showToast({
    id: notSentToast(about.id),
    title: `Your reply to ${ticketLabel(about.ticketNumber)} was not sent`,
    message,
    stays: true,
    actions: <span className="mt-1 block text-accent text-sm">Open the ticket</span>,
    ...ways,
  });
}

/** Counts further tickets with an unsent reply. */
function othersWords(others: number): string {
  if (others < 1) return "";
  return others === 1
    ? " A reply to another ticket was not sent either."
    : ` Replies to ${others} other tickets were not sent either.`;
}

/**
 * Reports one's own returned replies: the ticket's composer takes them; elsewhere they are shown on every screen and
 * device until closed or chosen.
 */
export function ReplyNotices() {
  const cache = useQueryClient();
  const { data } = useQuery(ownKept());
  const atHand = shownComposer.use();
  const back = (data?.items ?? []).filter((kept) => kept.returned !== null && !isTaken(kept));
  const here = back.filter(({ ticketId }) => ticketId === atHand);
  // In reverse, so that the first ends up on top.
  useEffect(() => {
    for (const reply of here.toReversed()) void takeBackHere(cache, reply);
  });

  // Only the newest, with a count of the others, as several would cover a small window. One's own withdrawals wait for
  // their composer.
  const refused = back.filter((kept) => kept.ticketId !== atHand && isRefused(kept) && !kept.returned?.isSeen);
  const newest = refused.at(-1);
  const others = new Set(refused.map(({ ticketId }) => ticketId)).size - 1;
  const { openTicketId, openTicket } = useOpenTicket();
  const latest = useRef({ openTicketId, openTicket, back });
  latest.current = { openTicketId, openTicket, back };
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    const toast = newest && notSentToast(newest.ticketId);
    if (newest) {
      const { ticketId, ticketNumber } = newest;
      const ofTicket = () => latest.current.back.filter((reply) => reply.ticketId === ticketId);
      showNotSent({ id: ticketId, ticketNumber }, `${notSentWords(newest)}${othersWords(others)}`, {
        onChoose() {
          for (const reply of ofTicket().toReversed()) takeBack(cache, reply);
          wantComposer(ticketId);
          if (latest.current.openTicketId !== ticketId) latest.current.openTicket(ticketId);
        },
        // The text stays with the server: it may be written on elsewhere.
        onDismiss() {
          for (const reply of ofTicket()) markSeen(cache, reply);
        },
      });
    }
    if (shownId.current !== toast && shownId.current !== undefined) closeToast(shownId.current);
    shownId.current = toast;
  }, [cache, newest, others]);
  // The next user to sign in is not told of them.
  useEffect(
    () => () => {
      if (shownId.current !== undefined) closeToast(shownId.current);
    },
    [],
  );
  return null;
}

import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { isRefused, isTaken, ownKept, takeBack, takeBackHere } from "./kept-replies.ts";
import { notSentWords, shownComposer } from "./reply-notices.ts";
import { type Kept, useSecondsTo } from "./use-kept-replies.ts";
import { wantComposer } from "./wanted-composer.ts";

interface SendingToastProps {
  reply: Kept;
  /** Absent once it leaves. */
  onUndo?: () => void;
  onSendNow?: () => void;
}

/** How long a reply can still be undone, and the ways to do so or not to wait. */
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
      {/* A reader would hear each second. */}
      {phase === "waiting" && !isLater && (
        <span aria-hidden className="ml-auto text-soft text-sm tabular">
          {seconds} s
        </span>
      )}
    </p>
  );
}

const notSentToast = (ticketId: string) => `not-sent-${ticketId}`;

/** Says that a reply was not sent, until that is closed or leads to its ticket. */
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

/** How many tickets more have a reply that was not sent. */
function othersWords(others: number): string {
  if (others < 1) return "";
  return others === 1
    ? " A reply to another ticket was not sent either."
    : ` Replies to ${others} other tickets were not sent either.`;
}

/**
 * What came back of one's own replies: the composer of its ticket takes it; elsewhere it is told, on every screen and device, until it is
 * closed or chosen.
 */
export function ReplyNotices() {
  const cache = useQueryClient();
  const { data } = useQuery(ownKept());
  const atHand = shownComposer.use();
  const back = (data?.items ?? []).filter((kept) => kept.returned !== null && !isTaken(kept));
  const here = back.filter(({ ticketId }) => ticketId === atHand);
  // The first of them last, so that it comes to stand above the others.
  useEffect(() => {
    for (const kept of here.toReversed()) void takeBackHere(cache, kept);
  });

  // The newest alone, with how many there are besides: several would cover a small window. What one took back oneself waits for its composer.
  const refused = back.filter((kept) => kept.ticketId !== atHand && isRefused(kept));
  const newest = refused.at(-1);
  const others = new Set(refused.map(({ ticketId }) => ticketId)).size - 1;
  const { openTicketId, openTicket } = useOpenTicket();
  const latest = useRef({ openTicketId, openTicket, back });
  latest.current = { openTicketId, openTicket, back };
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const toast = newest && notSentToast(newest.ticketId);
    if (newest) {
      const { ticketId, ticketNumber } = newest;
      const takeAll = () => {
        const theirs = latest.current.back.filter((kept) => kept.ticketId === ticketId);
        for (const kept of theirs.toReversed()) takeBack(cache, kept);
      };
      showNotSent({ id: ticketId, ticketNumber }, `${notSentWords(newest)}${othersWords(others)}`, {
        onChoose() {
          takeAll();
          wantComposer(ticketId);
          if (latest.current.openTicketId !== ticketId) latest.current.openTicket(ticketId);
        },
        onDismiss: takeAll,
      });
    }
    if (shown.current !== toast && shown.current !== undefined) closeToast(shown.current);
    shown.current = toast;
  }, [cache, newest, others]);
  // Whoever signs in next is told nothing of them.
  useEffect(
    () => () => {
      if (shown.current !== undefined) closeToast(shown.current);
    },
    [],
  );
  return null;
}

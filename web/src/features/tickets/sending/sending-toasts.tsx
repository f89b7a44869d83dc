import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import type { Held } from "./held-store.ts";
import { dropNotice, shownComposer, useReplyNotices } from "./reply-notices.ts";
import { useSecondsTo } from "./use-held-reply.ts";
import { wantComposer } from "./wanted-composer.ts";

interface SendingToastProps {
  reply: Held;
  /** Absent while a request is under way. */
  onUndo?: () => void;
  onSendNow?: () => void;
}

/** How long a reply can still be undone, and the ways to do so or not to wait. */
export function SendingToast({ reply, onUndo, onSendNow }: SendingToastProps) {
  const { phase, due } = reply;
  const seconds = useSecondsTo(due);
  return (
    <>
      {phase === "lost" && <p className="text-sm text-soft">Deskhand could not be reached.</p>}
      {phase === "offline" && <p className="text-sm text-soft">It is sent once you are online again.</p>}
      <p className="mt-1.5 flex items-center gap-2">
        {onUndo !== undefined && (
          <Button size="sm" onClick={onUndo}>
            Undo
          </Button>
        )}
        {onSendNow !== undefined && phase !== "offline" && (
          <Button size="sm" variant="ghost" onClick={(event) => isRepeatedClick(event) || onSendNow()}>
            Send now
          </Button>
        )}
        {/* A reader would hear each second. */}
        {phase === "waiting" && (
          <span aria-hidden className="ml-auto text-soft text-sm tabular">
            {seconds} s
          </span>
        )}
      </p>
    </>
  );
}

/** What became of replies, in every tab of the person until it is read in one of them. */
export function ReplyNotices({ userId }: { userId: string }) {
  const all = useReplyNotices(userId);
  const atHand = shownComposer.use();
  // One at a time: several would cover a small window.
  const [first] = all.filter((notice) => !(notice.isKept && notice.ticketId === atHand));
  const { openTicketId, openTicket } = useOpenTicket();
  const latest = useRef({ openTicketId, openTicket });
  latest.current = { openTicketId, openTicket };
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (first) {
      const { id, ticketId, title, message, isKept } = first;
      showToast({
        id,
        title,
        message,
        stays: true,
        actions: <span className="mt-1 block text-accent text-sm">Open the ticket</span>,
        onChoose() {
          if (isKept) wantComposer(ticketId);
          if (latest.current.openTicketId !== ticketId) latest.current.openTicket(ticketId);
        },
        onDismiss: () => dropNotice(userId, id),
      });
    }
    if (shown.current !== first?.id && shown.current !== undefined) closeToast(shown.current);
    shown.current = first?.id;
  }, [first, userId]);

  // Whoever signs in next is told nothing of them.
  useEffect(
    () => () => {
      if (shown.current !== undefined) closeToast(shown.current);
    },
    [],
  );

  return null;
}

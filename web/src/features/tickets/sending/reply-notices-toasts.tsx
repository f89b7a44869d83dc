import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { dropNotice, shownComposer, useReplyNotices } from "./reply-notices.ts";
import { wantComposer } from "./wanted-composer.ts";

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

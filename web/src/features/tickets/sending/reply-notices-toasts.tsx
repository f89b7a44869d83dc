import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { dropNotice, useReplyNotices } from "./reply-notices.ts";
import { wantComposer } from "./wanted-composer.ts";

/** What became of replies, in every tab of the person until it is read in one of them. */
export function ReplyNotices({ userId }: { userId: string }) {
  const notices = useReplyNotices(userId);
  const { openTicketId, openTicket } = useOpenTicket();
  const latest = useRef({ openTicketId, openTicket });
  latest.current = { openTicketId, openTicket };
  const shown = useRef<string[]>([]);

  useEffect(() => {
    for (const { id, ticketId, title, message, isKept } of notices) {
      showToast({
        ...{ id, title, message, stays: true },
        onChoose() {
          if (isKept) wantComposer(ticketId);
          if (latest.current.openTicketId !== ticketId) latest.current.openTicket(ticketId);
        },
        onDismiss: () => dropNotice(userId, id),
      });
    }
    const ids = notices.map(({ id }) => id);
    for (const id of shown.current) if (!ids.includes(id)) closeToast(id);
    shown.current = ids;
  }, [notices, userId]);

  // Whoever signs in next is told nothing of them.
  useEffect(() => () => shown.current.forEach(closeToast), []);

  return null;
}

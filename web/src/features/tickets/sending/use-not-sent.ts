import { useEffect } from "react";
import { dropNotice, notSentId, type ReplyNotice, shownComposer, useReplyNotices } from "./reply-notices.ts";

/** Why the last reply to a ticket came back, once it could no longer be undone; its composer tells it for as long as it is there. */
export function useNotSent(userId: string, ticketId: string): { notSent: ReplyNotice | undefined; drop: () => void } {
  const notSent = useReplyNotices(userId).find(({ id }) => id === notSentId(ticketId));
  useEffect(() => {
    shownComposer.set(ticketId);
    return () => shownComposer.set(null);
  }, [ticketId]);
  return { notSent, drop: () => dropNotice(userId, notSentId(ticketId)) };
}

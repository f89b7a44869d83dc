import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { announce } from "../../../../ui/announcer.tsx";
import { changesToTell } from "./changes-to-tell.ts";

/**
 * Tells a screen reader what changes in the open ticket; one's own edits are spoken too, as they show. An edit that is taken
 * back, because the server refused it, is told by its failure alone.
 */
export function useAnnouncedChanges(ticket: TicketDetail, userId: string, nameOf: (id: string) => string | null): void {
  const before = useRef(ticket);
  // As the server last told it; an edit of one's own that is not saved yet leaves `updatedAt` as it was.
  const stored = useRef(ticket);
  const names = useRef(nameOf);
  names.current = nameOf;
  useEffect(() => {
    const changesSince = (earlier: TicketDetail) => changesToTell(earlier, ticket, userId, names.current);
    const isTakenBack = ticket.updatedAt === stored.current.updatedAt && changesSince(stored.current).length === 0;
    const told = isTakenBack ? [] : changesSince(before.current);
    if (ticket.updatedAt !== stored.current.updatedAt) stored.current = ticket;
    before.current = ticket;
    if (told.length > 0) announce(told.join(". "));
  }, [ticket, userId]);
}

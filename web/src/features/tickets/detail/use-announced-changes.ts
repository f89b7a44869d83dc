import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { announce } from "../../../ui/announcer.tsx";
import { changesToTell } from "./changes-to-tell.ts";

/** Tells a screen reader what changes in the open ticket; one's own edits are spoken too, as they show. */
export function useAnnouncedChanges(ticket: TicketDetail, userId: string, nameOf: (id: string) => string | null): void {
  const before = useRef(ticket);
  const names = useRef(nameOf);
  names.current = nameOf;
  useEffect(() => {
    const told = changesToTell(before.current, ticket, userId, names.current);
    before.current = ticket;
    if (told.length > 0) announce(told.join(". "));
  }, [ticket, userId]);
}

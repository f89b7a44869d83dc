import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { announce } from "../../../ui/announcer.tsx";
import { changesToTell } from "./changes-to-tell.ts";

/** Tells a screen reader what others change in the open ticket. */
export function useAnnouncedChanges(ticket: TicketDetail, userId: string): void {
  const before = useRef(ticket);
  useEffect(() => {
    const told = changesToTell(before.current, ticket, userId);
    before.current = ticket;
    if (told.length > 0) announce(told.join(". "));
  }, [ticket, userId]);
}

import { useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
import { announce } from "../../../ui/announcer.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import type { HeldReply } from "./held-reply.ts";
import type { HeldStore } from "./held-store.ts";
import { wantComposer } from "./wanted-composer.ts";

/** Brings a held reply back into the composer of its ticket, which opens; says so when it is too late. */
export function useUndoReply(store: HeldStore): (reply: HeldReply) => void {
  const open = useOpenTicket();
  const latest = useRef(open);
  latest.current = open;

  async function undo(reply: HeldReply) {
    const undone = await store.undo(reply.key);
    if (undone === null) return sayTooLate();
    announce("Not sent. Your reply is in the composer again");
    wantComposer(undone.ticketId);
    if (latest.current.openTicketId !== undone.ticketId) latest.current.openTicket(undone.ticketId);
  }
  return (reply) => void undo(reply);
}

/** Says that a reply cannot be taken back any more. */
export function sayTooLate(): void {
  showToast({ id: "too-late-to-undo", title: "Too late to undo", message: "The reply is on its way." });
}

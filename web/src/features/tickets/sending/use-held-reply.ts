import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { namesByKind } from "../../../entities/person/mailbox-words.ts";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { heldReplies } from "./held-replies.ts";
import type { HeldReply } from "./held-reply.ts";
import type { Held, HeldStore } from "./held-store.ts";
import { wantComposer } from "./wanted-composer.ts";

/** The replies that were sent here and can still be undone, in their order. */
export function useHeld(store: HeldStore): readonly Held[] {
  return useSyncExternalStore(store.subscribe, store.shown);
}

/** Those to one ticket. */
export function useHeldOf(ticketId: string): Held[] {
  return useHeld(heldReplies(useSession().user?.id ?? "")).filter((reply) => reply.ticketId === ticketId);
}

/** The whole seconds until a moment, in milliseconds since 1970; 0 once it is over. */
export function useSecondsTo(due: number): number {
  const left = () => Math.max(0, Math.ceil((due - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return Math.min(seconds, left());
}

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

/** Whether a held reply can still be taken back. */
export const isUndoable = ({ phase }: Held): boolean => phase !== "sending";

/** What becomes of a held reply at the moment; those it goes to follow. */
export function sendingWords({ phase }: Held): string {
  if (phase === "offline") return "Waiting for a connection:";
  return phase === "lost" ? "Trying again:" : "Sending to";
}

/** Those whom a held reply goes to, by name; nothing of one that does not say. */
export function namesIn({ recipients, known }: HeldReply): string | null {
  return recipients && namesByKind(recipients, (email) => known.includes(email));
}

/** What becomes of it, with those it goes to, or the ticket where it does not say. */
export const sendingTitle = (reply: Held): string =>
  `${sendingWords(reply)} ${namesIn(reply) ?? ticketLabel(reply.ticketNumber)}`;

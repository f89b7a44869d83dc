import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { useEffect } from "react";
import { draftKey, readFields, replaceDraft, useDraft } from "../../../lib/drafts.ts";
import { sharedValue } from "../../../ui/shared-value.ts";

/** The ticket whose composer is on screen and reports its reply's outcome itself; null for none. */
export const shownComposer = sharedValue<string | null>(null);

/** Returns why a reply came back and where it is, as not every ticket has a composer. */
export function notSentWords({ returned }: KeptReply): string {
  const reason = (returned?.message ?? "").replace(/\.?$/, ".");
  return `${reason} ${places[returned?.reason ?? ""] ?? "Everything is in the composer again."}`;
}

const places: Partial<Record<string, string>> = {
  ticket_not_found: "Your text is kept: open this to copy it.",
  ticket_archived: "Your text is kept, and is in the composer once the ticket is reopened.",
  ticket_merged: "Your text goes there with it: open this to find it.",
};

/** Why a reply came back. */
export interface NotSent {
  message: string;
  /** Whether others wrote meanwhile: its composer shows what. */
  isMovedOn: boolean;
}

const keptAt = (userId: string, ticketId: string) => draftKey(userId, "reply-not-sent", ticketId);

/** Has the ticket's composer, in every tab, say why a reply came back. */
export function keepNotSent(kept: KeptReply): void {
  const isMovedOn = kept.returned?.reason === "conversation_moved_on";
  const notSent: NotSent = { message: notSentWords(kept), isMovedOn };
  replaceDraft(keptAt(kept.authorId, kept.ticketId), JSON.stringify(notSent));
}

/** Returns why the last reply to a ticket came back; its composer shows it for as long as it is mounted. */
export function useNotSent(userId: string, ticketId: string): { notSent: NotSent | undefined; drop: () => void } {
  const [stored, setStored] = useDraft(keptAt(userId, ticketId));
  const notSent = readFields<NotSent>(stored, { message: "", isMovedOn: false });
  useEffect(() => {
    shownComposer.set(ticketId);
    return () => shownComposer.set(null);
  }, [ticketId]);
  return { notSent: notSent.message === "" ? undefined : notSent, drop: () => setStored("") };
}

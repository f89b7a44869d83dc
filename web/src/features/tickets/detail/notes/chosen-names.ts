import { limits } from "@deskhand/contract/limits";
import { draftKey, readDraft, writeDraft } from "../../../../lib/drafts.ts";

const keyOf = (userId: string, ticketId: string) => draftKey(userId, "note-names", ticketId);

/** The names that were chosen for an unsaved note, and may be nobody's by the time it is added. */
export function chosenNames(userId: string, ticketId: string): string[] {
  return readDraft(keyOf(userId, ticketId)).split("\n").filter(Boolean);
}

/** Keeps a name that is chosen beside the note's text. */
export function keepChosenName(userId: string, ticketId: string, name: string): void {
  const names = new Set([...chosenNames(userId, ticketId), name]);
  writeDraft(keyOf(userId, ticketId), [...names].slice(-limits.maxPageSize).join("\n"));
}

/** Forgets them, once the note is added. */
export function forgetChosenNames(userId: string, ticketId: string): void {
  writeDraft(keyOf(userId, ticketId), "");
}

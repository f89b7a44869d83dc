import { draftKey, readDraft, writeDraft } from "../../../../lib/drafts.ts";

const kinds = { reply: "Your unsent reply", note: "Your unsaved note", "status-note": "Your unsaved status note" };

/** What this user has written to a ticket and not sent, each with its name. */
export function unsentTexts(userId: string, ticketId: string): { label: string; text: string }[] {
  return Object.entries(kinds)
    .map(([kind, label]) => ({ label, text: readDraft(draftKey(userId, kind, ticketId)) }))
    .filter(({ text }) => text.trim() !== "");
}

/** Forgets what was written to a ticket and not sent. */
export function forgetUnsent(userId: string, ticketId: string): void {
  for (const kind of Object.keys(kinds)) {
    for (const part of [kind, ...["key", "seen", "files", "resources"].map((rest) => `${kind}-${rest}`)])
      writeDraft(draftKey(userId, part, ticketId), "");
  }
}

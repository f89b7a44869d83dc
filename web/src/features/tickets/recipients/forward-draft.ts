import type { Mailbox } from "@deskhand/contract/recipients";
import { readFields } from "../../../lib/drafts.ts";
import { isMailboxes } from "./kept-recipients.ts";

/** Messages that are being forwarded, as they stand in the form. */
export interface ForwardDraft {
  content: string;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  messageIds: string[];
  withFiles: boolean;
  /** Of the request that may have reached the server already; "" before the first. */
  key: string;
}

const nobody: Mailbox[] = [];
const nothing: string[] = [];
const blank: ForwardDraft = {
  content: "",
  to: nobody,
  cc: nobody,
  bcc: nobody,
  messageIds: nothing,
  withFiles: true,
  key: "",
};

/** A forward of one message, or of none that is chosen yet, with nothing written. */
export const newForward = (messageId: string | null): ForwardDraft => ({
  ...blank,
  messageIds: messageId === null ? [] : [messageId],
});

/** The draft that is kept as a text; null where there is none. */
export function readForward(kept: string): ForwardDraft | null {
  const found = readFields(kept, blank, (value, empty) => {
    if (empty === nobody) return isMailboxes(value);
    if (empty === nothing) return Array.isArray(value) && value.every((id) => typeof id === "string");
    return typeof value === typeof empty;
  });
  return found.messageIds === nothing ? null : found;
}

/** A draft as the text that is kept. */
export const writeForward = (draft: ForwardDraft): string => JSON.stringify(draft);

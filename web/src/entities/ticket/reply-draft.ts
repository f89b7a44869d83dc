import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ResourceType } from "@deskhand/contract/vocabulary";
import type { ReactNode } from "react";

/** A resource that goes with a reply. */
export interface AttachedResource {
  id: string;
  title: string;
  fileType: ResourceType;
  /** Its file, where that goes with the mail and no link leads to it. */
  fileName?: string;
}

/** The reply being written, for the tools beside it, which other features bring. */
export interface ReplyDraft {
  ticket: TicketDetail;
  text: string;
  /** Puts another text in place of all of it, which can be had back until the reply is sent; `about` says what happened. */
  replaceText: (text: string, about: string) => void;
  /** Puts the caret into the text, selecting what lies between two positions. */
  select: (start: number, end: number) => void;
  focus: () => void;
  /** What was attached from the agent resources. */
  resources: readonly AttachedResource[];
  /** Puts a resource on the reply and what it has to say at the end of the text, each once. */
  attachResource: (resource: AttachedResource, block: string) => void;
  /** Whom it goes to, and the message that it answers; null where that is none. */
  recipients: Recipients & { answersId: string | null };
  isSending: boolean;
  /** Where a tool shows what it has to say, above the text: render into it by a portal. Null until it is there. */
  above: HTMLElement | null;
}

/** A mail that is being written, for what shows it as it would leave. */
export interface UnsentMail {
  ticketId: string;
  text: string;
  recipients: Recipients & { answersId: string | null };
  /** The messages that it passes on, below its text; absent where it answers. */
  forwards?: readonly string[];
  /** Gives its text the focus. */
  focus: () => void;
}

/** What other features bring to the composer; the app puts it in. */
export interface ComposerTools {
  /** Buttons before Send Reply. */
  buttons: (draft: ReplyDraft) => ReactNode;
  /** The mail as it would leave, folded at first. */
  preview: (mail: UnsentMail) => ReactNode;
  /** Opened by `/` in an empty composer, above the text; `close` gives the focus back to it. */
  quickPicker: (draft: ReplyDraft, close: () => void) => ReactNode;
}

const BEGINNING = "Attached file: ";

/** What a reply says of a file that goes with it, on a line of its own. */
export const promiseOf = (filename: string): string => `${BEGINNING}${filename}`;

/** The files that a reply says go with it, each once. */
export function promisedFiles(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith(BEGINNING));
  return [...new Set(lines.map((line) => line.slice(BEGINNING.length).trim()))].filter((name) => name !== "");
}

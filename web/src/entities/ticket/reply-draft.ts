import type { MacroOfReply } from "@deskhand/contract/messages";
import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ResourceType } from "@deskhand/contract/vocabulary";
import type { ReactNode } from "react";

/** A resource that goes out with a reply. */
export interface AttachedResource {
  id: string;
  title: string;
  fileType: ResourceType;
  /** Its file, if that is attached to the mail instead of linked. */
  fileName?: string;
}

/** The macro that a reply was written with, and what of it the reply still does. */
export interface DraftMacro extends MacroOfReply {
  title: string;
}

/** The reply being written, for the tools beside it, which belong to other features. */
export interface ReplyDraft {
  ticket: TicketDetail;
  text: string;
  /** Replaces the whole text, which can be restored until the reply is sent; `about` says what happened. */
  replaceText: (text: string, about: string) => void;
  /** Puts the caret into the text and selects what lies between two positions. */
  select: (start: number, end: number) => void;
  focus: () => void;
  /** The resources attached to the reply. */
  resources: readonly AttachedResource[];
  /** Attaches a resource to the reply and adds its words to the end of the text, each only once. */
  attachResource: (resource: AttachedResource, block: string) => void;
  /** Its recipients, and the message that it answers; null if it answers none. */
  recipients: Recipients & { answersId: string | null };
  /** Its macro, which does nothing where no action is left; null for none. */
  macro: DraftMacro | null;
  takeMacro: (macro: DraftMacro | null) => void;
  isSending: boolean;
  /** The place above the text for a tool's output, to render into by a portal. Null until it is mounted. */
  above: HTMLElement | null;
}

/** A mail being written, for its preview. */
export interface UnsentMail {
  ticketId: string;
  text: string;
  recipients: Recipients & { answersId: string | null };
  /** The messages that it forwards below its text; absent if it answers. */
  forwards?: readonly string[];
  /** Moves the focus into its text. */
  focus: () => void;
}

/** The parts of the composer that belong to other features; the app provides them. */
export interface ComposerTools {
  /** Buttons before Send Reply. */
  buttons: (draft: ReplyDraft) => ReactNode;
  /** The mail as it would be sent, folded at first. */
  preview: (mail: UnsentMail) => ReactNode;
  /** Opens above the text when `/` is typed into an empty composer; `close` returns the focus to the text. */
  quickPicker: (draft: ReplyDraft, close: () => void) => ReactNode;
}

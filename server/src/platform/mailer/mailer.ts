import type { Readable } from "node:stream";
import { QuotingError } from "../error-code.ts";
import type { SigningKey } from "./signing-key.ts";

/** A file that goes with a mail. */
export type AttachedFile = {
  filename: string;
  contentType: string;
  /** Opens its bytes, once for each time the mail is sent. */
  open(): Readable;
};

/** A mailbox with its name, as a header has them. */
export type NamedMailbox = { name: string; address: string };

/** A mail ready to go, its Message-ID already fixed. */
export type OutgoingMail = {
  /** Without angle brackets. */
  messageId: string;
  from: NamedMailbox;
  /** Whom it goes to. */
  to: string;
  /** Whom its To and Cc name, where that is not the same: each of them gets a mail of their own. */
  named?: { to: NamedMailbox[]; cc: NamedMailbox[] };
  replyTo?: string;
  /** The envelope's sender, where bounces go. */
  returnPath: string;
  subject: string;
  text: string;
  html: string;
  /** How both are written; by what they hold unless it is said. */
  textEncoding?: "quoted-printable";
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: AttachedFile[];
  /** With whose key it is signed; without one it is not. */
  signedBy?: SigningKey;
};

/** How a mail that is being sent is taken back: while the next server says nothing, and never once its content goes over. */
export type Recall = {
  /** Ends the sending, which fails as delayed. */
  signal: AbortSignal;
  /** Called when the content begins to go over: from then on nobody knows whether it arrived. */
  contentBegins(): void;
};

/** Takes mails on their way; `send` resolves once the next server, or the outbox, has durably accepted the mail. */
export type Mailer = {
  send(mail: OutgoingMail, recall?: Recall): Promise<void>;
  /** Resolves when the next server answers and lets us in; throws when it does not. */
  check(): Promise<void>;
  /** Removes mails, by their Message-IDs, that it keeps here; what went on to another server is not there to be removed. */
  forget?(messageIds: readonly string[]): Promise<void>;
  close(): void;
};

/** The next server refused the mail for good: sending it again would be refused again. The message is the server's own words. */
export class DeliveryRefused extends QuotingError {
  override readonly name = "DeliveryRefused";
}

/**
 * The mail may or may not have been taken, or not yet: the server was not reached, said "later", or went away in the
 * middle. The same mail is to be tried again, with the same Message-ID. The message says what happened.
 */
export class DeliveryDelayed extends QuotingError {
  override readonly name = "DeliveryDelayed";
  /** Whether the server had no room for one more connection beside others of ours: nothing was tried. */
  isCrowded = false;
}

/** Most characters of a reason that are kept. */
const reasonLength = 500;

/** A server's words as one line that may be shown and stored: nothing that is no character, at most 500 characters. */
export function cleanReason(words: string): string {
  const line = words
    .replace(/[\p{C}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!line) return "The server gave no reason";
  return line.length > reasonLength ? `${line.slice(0, reasonLength - 1).trimEnd()}…` : line;
}

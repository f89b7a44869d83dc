import type { Readable } from "node:stream";
import { QuotingError } from "../error-code.ts";
import type { SigningKey } from "./signing-key.ts";

/** An attachment of an outgoing mail. */
export type AttachedFile = {
  filename: string;
  contentType: string;
  /** Opens its bytes, once per attempt. */
  open(): Readable;
};

/** A mailbox with a display name. */
export type NamedMailbox = { name: string; address: string };

/** A mail ready to send, with its final Message-ID. */
export type OutgoingMail = {
  /** Without angle brackets. */
  messageId: string;
  from: NamedMailbox;
  /** The recipient. */
  to: string;
  /** The To and Cc fields if they differ from `to`: each recipient gets a separate mail. */
  named?: { to: NamedMailbox[]; cc: NamedMailbox[] };
  replyTo?: string;
  /** The envelope sender, which gets bounces. */
  returnPath: string;
  subject: string;
  text: string;
  html: string;
  /** The encoding of both parts; chosen by content by default. */
  textEncoding?: "quoted-printable";
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
  attachments?: AttachedFile[];
  /** The key to sign it with; without one it is not signed. */
  signedBy?: SigningKey;
};

/** Cancels a mail being sent while the server is silent, but never once its content is being transferred. */
export type Recall = {
  /** Cancels the sending, which fails as delayed. */
  signal: AbortSignal;
  /** Called when the transfer of the content begins: from then on nobody knows whether it arrived. */
  contentBegins(): void;
};

/** Sends mails; `send` resolves once the next server or the outbox has durably accepted the mail. */
export type Mailer = {
  send(mail: OutgoingMail, recall?: Recall): Promise<void>;
  /** Resolves if the next server answers and accepts our sign-in, else throws. */
  check(): Promise<void>;
  /** Removes mails that are kept here by Message-ID; mails sent to another server cannot be removed. */
  forget?(messageIds: readonly string[]): Promise<void>;
  close(): void;
};

/** The next server refused the mail permanently; a retry would be refused too. The message is the server's. */
export class DeliveryRefused extends QuotingError {
  override readonly name = "DeliveryRefused";
}

/**
 * The mail may not have been accepted: the server was not reached, said "later" or disconnected. Retry the same mail
 * with the same Message-ID. The message says what happened.
 */
export class DeliveryDelayed extends QuotingError {
  override readonly name = "DeliveryDelayed";
  /** Whether the server refused one more connection because of our others: nothing was tried. */
  isCrowded = false;
}

/** The longest stored reason. */
const reasonLength = 500;

/** Makes a server's reply a single printable line of at most 500 characters. */
export function cleanReason(words: string): string {
  const line = words
    .replace(/[\p{C}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!line) return "The server gave no reason";
  return line.length > reasonLength ? `${line.slice(0, reasonLength - 1).trimEnd()}…` : line;
}

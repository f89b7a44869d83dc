import type { Readable } from "node:stream";
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

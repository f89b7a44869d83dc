import { tmpdir } from "node:os";
import { createTransport, type NodemailerError } from "nodemailer";
import { isLoopback } from "../outside/outer-address.ts";
import type { Settings } from "../settings.ts";
import { composeMail, idOf, UnreadableFile } from "./compose-mail.ts";
import {
  cleanReason,
  DeliveryDelayed,
  DeliveryRefused,
  type Mailer,
  type OutgoingMail,
  type Recall,
} from "./mailer.ts";
import { openOutboxMailer, outboxFolder } from "./outbox-mailer.ts";
import { type Composed, signing } from "./sign-mail.ts";

/** Mails sent at once: usually four, more only while some hang (docs/product.md#delivery-states). */
export const mostOnTheirWay = 12;

const timeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 30_000,
  /** A server may take long after the final dot; hanging up early sends the mail twice (RFC 5321, section 4.5.3.2). */
  socketTimeout: 5 * 60_000,
  /** For the whole mail, as a server that replies byte by byte is never silent. Its job has slightly more. */
  mailTimeout: 12 * 60_000,
};

/** How long an idle connection is kept, as a server with few connections may be needed by another of our processes. */
const idleMs = 10_000;
/** A server that accepted a mail this recently works: it refuses another connection because of the existing ones. */
const recentMs = 5_000;

const recallReason = "The mail server did not answer while other mail waited";

/**
 * Sends mail through the SMTP server at `url` over a few pooled connections. Throws DeliveryRefused or DeliveryDelayed,
 * or the error of an unreadable file. Large mails are spooled in `dataDir` while being sent.
 */
export function openSmtpMailer(url: string, dataDir = tmpdir(), limits: Partial<typeof timeouts> = {}): Mailer {
  const words = new LastWords();
  const pool = {
    pool: true,
    maxConnections: mostOnTheirWay,
    idleTimeout: idleMs,
    logger: words.logger,
    // When requeuing, nodemailer repeats the first connection's error for later ones.
    maxRequeues: 0,
  } as const;
  const { mailTimeout, ...patience } = { ...timeouts, ...limits };
  const transport = createTransport({ ...patience, ...serverOf(url), ...pool });
  transport.use("stream", signing(dataDir));
  transport.use("stream", reportProgress);
  let sending = 0;
  let acceptedAt = Number.NEGATIVE_INFINITY;

  /** Whether a mail was rejected because of our other connections. */
  function isCrowded(
    error: unknown,
    isSignedIn: boolean,
    { startedAt, others }: { startedAt: number; others: number },
  ): boolean {
    return (
      isConnectionFault(error, isSignedIn) && Math.max(others, sending - 1) > 0 && acceptedAt > startedAt - recentMs
    );
  }

  /** Sends a mail, retrying while the server closes stale connections. */
  async function send(mail: OutgoingMail, progress: Progress, signal: AbortSignal): Promise<void> {
    for (let left = mostOnTheirWay; ; left -= 1) {
      // nodemailer passes `progress` on to its plug-ins.
      const options = { ...composeMail(mail), progress, signal };
      words.forget(idOf(mail));
      try {
        const { response } = await transport.sendMail(options);
        return requireAccepted(response);
      } catch (error) {
        // All pooled connections may be stale; the last try uses a new one.
        if (left === 0 || signal.aborted || !words.has(idOf(mail))) throw error;
      }
    }
  }

  async function sendWithin(mail: OutgoingMail, recall: Recall | undefined): Promise<void> {
    const timeout = AbortSignal.timeout(mailTimeout);
    const signal = recall ? AbortSignal.any([recall.signal, timeout]) : timeout;
    const start = { startedAt: Date.now(), others: sending - 1 };
    let isSignedIn = false;
    const progress: Progress = {
      isSignedIn: () => {
        isSignedIn = true;
      },
      contentBegins: () => recall?.contentBegins(),
    };
    const messageId = idOf(mail);
    try {
      await send(mail, progress, signal);
      acceptedAt = Date.now();
    } catch (error) {
      if (recall?.signal.aborted) throw new DeliveryDelayed(recallReason, { cause: error });
      if (timeout.aborted) throw new DeliveryDelayed("The mail server took too long over this mail", { cause: error });
      const failure = asDeliveryError(error, words.of(messageId));
      if (failure instanceof DeliveryDelayed) failure.isCrowded = isCrowded(error, isSignedIn, start);
      throw failure;
    } finally {
      words.forget(messageId);
    }
  }

  return {
    async send(mail, recall) {
      sending += 1;
      try {
        await sendWithin(mail, recall);
      } finally {
        sending -= 1;
      }
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/**
 * Checks the connection URL, because nodemailer ignores what it does not understand. Requires TLS to other machines
 * unless the URL says `?requireTLS=false`, so that nobody in between can hide that the relay supports it.
 */
function serverOf(text: string): { url: string; requireTLS: boolean } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || !url.hostname) {
    throw new TypeError("SMTP_URL must look like smtp://user:password@host:587 or smtps://host");
  }
  return { url: text, requireTLS: url.protocol === "smtp:" && !isLoopback(url.hostname) };
}

/** Callbacks for the progress of a mail. */
type Progress = {
  /** Called when the server has accepted our sign-in and the mail is about to be named. */
  isSignedIn(): void;
  /** Called when the transfer of the content begins. */
  contentBegins(): void;
};

/**
 * A nodemailer plug-in that calls a mail's `progress`. nodemailer creates the mail when a connection is ready and pipes
 * it in once the server has answered DATA, which resumes it. Must run after plug-ins that change the mail.
 */
function reportProgress({ data, message }: Composed, done: (error?: Error | null) => void): void {
  const progress = "progress" in data && isProgress(data.progress) ? data.progress : null;
  if (progress) {
    message.processFunc((mail) => {
      progress.isSignedIn();
      return mail.once("resume", () => progress.contentBegins());
    });
  }
  done();
}

function isProgress(value: unknown): value is Progress {
  return value instanceof Object && "isSignedIn" in value && "contentBegins" in value;
}

/**
 * Records for which mails the server closed a pooled connection beforehand, and its reply. nodemailer reports that only
 * to its log, with the mail's Message-ID.
 */
class LastWords {
  readonly #words = new Map<string, string | undefined>();
  /** Passed as nodemailer's `logger`. Needs every level, or messages of a missing level go to an existing one. */
  readonly logger = {
    trace: ignore,
    debug: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    info: (entry: unknown, text: unknown, ...parameters: unknown[]) => this.#record(entry, text, parameters),
  };

  /** Whether that happened to a mail since `forget`. */
  has(messageId: string): boolean {
    return this.#words.has(messageId);
  }

  /** Returns the server's reply, if there was one. */
  of(messageId: string): string | undefined {
    return this.#words.get(messageId);
  }

  forget(messageId: string): void {
    this.#words.delete(messageId);
  }

  #record(entry: unknown, text: unknown, parameters: unknown[]): void {
    if (!String(text).startsWith("Connection #%s was closed by the server before message")) return;
    if (!(entry instanceof Object && "messageId" in entry)) return;
    const [reply] = parameters.flatMap((parameter) => /(?:^|: )([45]\d\d[ -].*)$/s.exec(String(parameter))?.[1] ?? []);
    this.#words.set(String(entry.messageId), reply && cleanReason(reply));
  }
}

function ignore(): void {}

/** Opens the mailer: the configured SMTP server, or the built-in outbox if there is none. */
export function openMailer({ smtpUrl, dataDir }: Pick<Settings, "smtpUrl" | "dataDir">): Mailer {
  return smtpUrl === null ? openOutboxMailer(outboxFolder(dataDir), dataDir) : openSmtpMailer(smtpUrl, dataDir);
}

/**
 * Codes that concern the session and not the mail, which the operator must fix: commands the server does not know (500,
 * 502) or allow there (503), and required authentication (RFC 4954, section 6).
 */
const sessionCodes = new Set([500, 502, 503, 530, 534, 535, 538]);

/** Throws unless the final reply says that the mail was accepted; one about the connection (22x) says goodbye. */
function requireAccepted(answer: string): void {
  if (isReply(answer) && !answer.startsWith("22")) return;
  const words = isReply(answer) ? `The mail server did not say that it took the mail: ${answer}` : noReply;
  throw new DeliveryDelayed(cleanReason(words));
}

/** Converts nodemailer's error to a delivery error; `lastWords` are the server's when it closed earlier connections. */
function asDeliveryError(error: unknown, lastWords?: string): Error {
  if (error instanceof DeliveryDelayed) return error;
  if (!(error instanceof Error)) return new DeliveryDelayed(cleanReason(String(error)), { cause: error });
  const unreadableFile = unreadableIn(error);
  if (unreadableFile) return unreadableFile.cause instanceof Error ? unreadableFile.cause : unreadableFile;
  if (isUnreadable(error)) return error.cause instanceof Error ? error.cause : error;
  const reply = replyIn(error) ?? lastWords;
  if (isRefused(error, reply)) return new DeliveryRefused(cleanReason(reply ?? error.message), { cause: error });
  return new DeliveryDelayed(cleanReason(reasonOf(error, reply)), { cause: error });
}

const noAnswer = "The mail server did not answer in time";
const noReply = "The mail server answered with what is no SMTP reply";

/** Prefers the server's own reply; nodemailer's sentence around it does not help an agent. */
function reasonOf(error: NodemailerError, reply: string | undefined): string {
  if (reply === undefined) return reasonWithoutReply(error);
  if (!isReply(reply)) return noReply;
  return /^[45]/.test(reply) ? reply : `The mail server answered what it was not asked: ${reply}`;
}

function reasonWithoutReply({ timeoutType, code, command, message }: NodemailerError): string {
  if (timeoutType === "SOCKET_TIMEOUT") return noAnswer;
  // nodemailer's message would only count its tries.
  const isEnded = code === "ECONNECTION" && command === undefined;
  return `The mail server cannot be reached: ${isEnded ? "It closed the connection without a word" : message}`;
}

/** Servers of other protocols may send any bytes. */
function isReply(answer: string): boolean {
  return /^[2-5]\d\d(?!\d)/.test(answer);
}

/** Returns the unreadable file that caused the error, directly or indirectly. */
function unreadableIn(error: unknown): UnreadableFile | null {
  if (error instanceof UnreadableFile) return error;
  return error instanceof Error ? unreadableIn(error.cause) : null;
}

/**
 * Whether an error concerns only the connection: the server did not accept our sign-in, or closes it before the mail is
 * named (RFC 5321, section 3.8).
 */
function isConnectionFault(error: unknown, isSignedIn: boolean): boolean {
  if (!(error instanceof Error) || unreadableIn(error)) return false;
  return !isSignedIn || (replyIn(error)?.startsWith("421") === true && isBeforeRecipients(error));
}

function isBeforeRecipients({ command }: NodemailerError): boolean {
  return command === "MAIL FROM" || command === "CONN";
}

/** Whether reading the mail failed on our side. */
function isUnreadable(error: NodemailerError): boolean {
  return error.code === "ESTREAM";
}

function replyIn(error: NodemailerError): string | undefined {
  return error.rejectedErrors?.[0]?.response ?? error.response;
}

/**
 * Whether the mail itself was refused. A failed sign-in or greeting concerns the connection, whatever its code: once
 * the operator fixes it, the mail goes out.
 */
function isRefused(error: NodemailerError, reply: string | undefined): boolean {
  if (error.code !== "EENVELOPE" && error.code !== "EMESSAGE") return false;
  // Refused before sending: an invalid address, or larger than the server announced.
  if (reply === undefined) return true;
  // A malfunctioning server has refused nothing.
  if (!isReply(reply) || !reply.startsWith("5") || sessionCodes.has(Number(reply.slice(0, 3)))) return false;
  // Refused before any recipient is named, it is our mail in general that is unwanted, unless the reply is about this
  // mail's size.
  return error.command !== "MAIL FROM" || /^(?:552|5\d\d[ -]5\.3\.4\b)/.test(reply);
}

import { tmpdir } from "node:os";
import { createTransport } from "nodemailer";
import { isLoopback } from "../outside/outer-address.ts";
import type { Settings } from "../settings.ts";
import { composeMail, idOf } from "./compose-mail.ts";
import { cleanReason, DeliveryDelayed, type Mailer, type OutgoingMail, type Recall } from "./mailer.ts";
import { openOutboxMailer, outboxFolder } from "./outbox-mailer.ts";
import { asDeliveryError, isOfConnection, refuseUntaken } from "./read-answers.ts";
import { type Composed, signing } from "./sign-mail.ts";

/** Mails on their way at once: nearly always four, and more only while some of them hang (docs/product.md#delivery-states). */
export const mostOnTheirWay = 12;

const timeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 30_000,
  /** A server may think for long after the last dot; hanging up early sends the mail twice (RFC 5321, section 4.5.3.2). */
  socketTimeout: 5 * 60_000,
  /** For all of a mail, as a server that replies by the letter is never silent. Its job has a little more. */
  mailTimeout: 12 * 60_000,
};

/** A connection at rest is kept for so long: a server that allows few has one for another process of ours, too. */
const restMs = 10_000;
/** A server that took a mail so lately takes mail: one more connection is refused because of those that there are. */
const latelyMs = 5_000;

const recalled = "The mail server did not answer while other mail waited";

/**
 * Sends mail through the SMTP server at `url` over a few kept connections; throws DeliveryRefused or DeliveryDelayed, or
 * what went wrong while a file of the mail was read. Large mails are put aside in `dataDir` while they are sent.
 */
export function openSmtpMailer(url: string, dataDir = tmpdir(), limits: Partial<typeof timeouts> = {}): Mailer {
  const words = new LastWords();
  const pool = {
    pool: true,
    maxConnections: mostOnTheirWay,
    idleTimeout: restMs,
    logger: words.logger,
    // nodemailer would say of each further connection what the server said when it ended the first.
    maxRequeues: 0,
  } as const;
  const { mailTimeout, ...patience } = { ...timeouts, ...limits };
  const transport = createTransport({ ...patience, ...serverOf(url), ...pool });
  transport.use("stream", signing(dataDir));
  transport.use("stream", telling);
  let onTheirWay = 0;
  let takenAt = Number.NEGATIVE_INFINITY;

  /** Whether a mail was not let in because of others of ours. */
  function isCrowded(error: unknown, isLetIn: boolean, { began, beside }: { began: number; beside: number }): boolean {
    return isOfConnection(error, isLetIn) && Math.max(beside, onTheirWay - 1) > 0 && takenAt > began - latelyMs;
  }

  /** Sends a mail over one connection after the other, until one of them was not ended before. */
  async function send(mail: OutgoingMail, told: Told, signal: AbortSignal): Promise<void> {
    for (let left = mostOnTheirWay; ; left -= 1) {
      // nodemailer hands `told` on to its plug-ins, and does not know it.
      const options = { ...composeMail(mail), told, signal };
      words.forget(idOf(mail));
      try {
        const { response } = await transport.sendMail(options);
        return refuseUntaken(response);
      } catch (error) {
        // All others may be as old as this one; the last is new.
        if (left === 0 || signal.aborted || !words.has(idOf(mail))) throw error;
      }
    }
  }

  async function sendWithin(mail: OutgoingMail, recall: Recall | undefined): Promise<void> {
    const timeout = AbortSignal.timeout(mailTimeout);
    const signal = recall ? AbortSignal.any([recall.signal, timeout]) : timeout;
    const start = { began: Date.now(), beside: onTheirWay - 1 };
    let isLetIn = false;
    const told: Told = {
      isLetIn: () => {
        isLetIn = true;
      },
      contentBegins: () => recall?.contentBegins(),
    };
    const messageId = idOf(mail);
    try {
      await send(mail, told, signal);
      takenAt = Date.now();
    } catch (error) {
      if (recall?.signal.aborted) throw new DeliveryDelayed(recalled, { cause: error });
      if (timeout.aborted) throw new DeliveryDelayed("The mail server took too long over this mail", { cause: error });
      const failure = asDeliveryError(error, words.of(messageId));
      if (failure instanceof DeliveryDelayed) failure.isCrowded = isCrowded(error, isLetIn, start);
      throw failure;
    } finally {
      words.forget(messageId);
    }
  }

  return {
    async send(mail, recall) {
      onTheirWay += 1;
      try {
        await sendWithin(mail, recall);
      } finally {
        onTheirWay -= 1;
      }
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/**
 * What nodemailer reads from a connection URL; checked here because it ignores what it does not understand. Whatever another machine
 * is told goes by TLS, unless the address says `?requireTLS=false`: nobody on the way can make a relay look as if it had none.
 */
function serverOf(text: string): { url: string; requireTLS: boolean } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || !url.hostname) {
    throw new TypeError("SMTP_URL must look like smtp://user:password@host:587 or smtps://host");
  }
  return { url: text, requireTLS: url.protocol === "smtp:" && !isLoopback(url.hostname) };
}

/** What is told of a mail on its way. */
type Told = {
  /** Called when the server has let us in and the mail is about to be named to it. */
  isLetIn(): void;
  /** Called when the mail's content begins to go over. */
  contentBegins(): void;
};

/**
 * A plug-in of nodemailer that calls what a mail has `told`. The mail is made when a connection is ready for it, and piped into that,
 * and so flows, once the server has answered DATA. To be used behind those that change the mail.
 */
function telling({ data, message }: Composed, done: (error?: Error | null) => void): void {
  const told = "told" in data && isTold(data.told) ? data.told : null;
  if (told) {
    message.processFunc((mail) => {
      told.isLetIn();
      return mail.once("resume", () => told.contentBegins());
    });
  }
  done();
}

function isTold(value: unknown): value is Told {
  return value instanceof Object && "isLetIn" in value && "contentBegins" in value;
}

/**
 * Of which mails a kept connection was ended by the server before they went over it, and with what words. nodemailer tells that to its log
 * alone, with the mail's Message-ID.
 */
class LastWords {
  readonly #words = new Map<string, string | undefined>();
  /** For nodemailer's `logger`. It has each level, or what is said on another would come to the one that is there. */
  readonly logger = {
    trace: ignore,
    debug: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    info: (entry: unknown, text: unknown, ...named: unknown[]) => this.#hear(entry, text, named),
  };

  /** Whether that happened to a mail since it was forgotten. */
  has(messageId: string): boolean {
    return this.#words.has(messageId);
  }

  /** The words, if there were any that say so. */
  of(messageId: string): string | undefined {
    return this.#words.get(messageId);
  }

  forget(messageId: string): void {
    this.#words.delete(messageId);
  }

  #hear(entry: unknown, text: unknown, named: unknown[]): void {
    if (!String(text).startsWith("Connection #%s was closed by the server before message")) return;
    if (!(entry instanceof Object && "messageId" in entry)) return;
    const [said] = named.flatMap((one) => /(?:^|: )([45]\d\d[ -].*)$/s.exec(String(one))?.[1] ?? []);
    this.#words.set(String(entry.messageId), said && cleanReason(said));
  }
}

function ignore(): void {}

/** Opens the way out for mail: the SMTP server of the settings, or the built-in outbox when there is none. */
export function openMailer({ smtpUrl, dataDir }: Pick<Settings, "smtpUrl" | "dataDir">): Mailer {
  return smtpUrl === null ? openOutboxMailer(outboxFolder(dataDir), dataDir) : openSmtpMailer(smtpUrl, dataDir);
}

import { tmpdir } from "node:os";
import { createTransport, type NodemailerError } from "nodemailer";
import { isLoopback } from "../is-loopback.ts";
import { composeMail } from "./compose-mail.ts";
import { cleanReason, DeliveryDelayed, DeliveryRefused } from "./delivery-error.ts";
import type { Mailer } from "./mailer.ts";
import { signing } from "./signing.ts";

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

/**
 * Sends mail through the SMTP server at `url` over a few kept connections; throws DeliveryRefused or DeliveryDelayed, or
 * what went wrong while a file of the mail was read. Large mails are put aside in `dataDir` while they are sent.
 */
export function openSmtpMailer(url: string, dataDir = tmpdir(), limits: Partial<typeof timeouts> = {}): Mailer {
  const pool = { pool: true, maxConnections: mostOnTheirWay } as const;
  const { mailTimeout, ...patience } = { ...timeouts, ...limits };
  const transport = createTransport({ ...patience, ...serverOf(url), ...pool });
  transport.use("stream", signing(dataDir));
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(mailTimeout);
      try {
        await transport.sendMail({ ...composeMail(mail), signal });
      } catch (error) {
        if (signal.aborted) throw new DeliveryDelayed("The mail server took too long over this mail", { cause: error });
        throw asDeliveryError(error);
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

function asDeliveryError(error: unknown): Error {
  if (!(error instanceof Error)) return new DeliveryDelayed(cleanReason(String(error)), { cause: error });
  if (isUnreadable(error)) return error.cause instanceof Error ? error.cause : error;
  if (isFinal(error)) return new DeliveryRefused(cleanReason(wordsOf(error)), { cause: error });
  const words = hasReply(error) ? wordsOf(error) : `The mail server cannot be reached: ${error.message}`;
  return new DeliveryDelayed(cleanReason(words), { cause: error });
}

function hasReply(error: NodemailerError): boolean {
  return error.responseCode !== undefined;
}

/** A file that goes along could not be read: not the server broke off, we did. */
function isUnreadable(error: NodemailerError): boolean {
  return error.code === "ESTREAM";
}

/** The server's reply where there is one: nodemailer's own sentence around it says nothing to an agent. */
function wordsOf(error: NodemailerError): string {
  return saidBy(error) ?? error.message;
}

function saidBy(error: NodemailerError): string | undefined {
  return error.rejectedErrors?.[0]?.response ?? error.response;
}

/**
 * Whether the mail itself was refused. A failed sign-in or greeting concerns the connection, whatever its code: the
 * operator mends it and the mail goes out. The same holds for 530, "authentication required" (RFC 4954, section 6).
 */
function isFinal(error: NodemailerError): boolean {
  if (error.code !== "EENVELOPE" && error.code !== "EMESSAGE") return false;
  // Without a word of the server it was refused before it was sent: an address no server takes, or larger than the server announced.
  // What has no code is no reply: a server that is out of order has refused nothing.
  if (!hasReply(error)) return !saidBy(error);
  return error.permanent === true && error.responseCode !== 530;
}

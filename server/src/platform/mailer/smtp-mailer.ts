import { tmpdir } from "node:os";
import { createTransport } from "nodemailer";
import { isLoopback } from "../is-loopback.ts";
import { composeMail } from "./compose-mail.ts";
import { DeliveryDelayed } from "./delivery-error.ts";
import type { Mailer } from "./mailer.ts";
import { asDeliveryError, refuseUntaken } from "./read-answers.ts";
import { signing } from "./signing.ts";
import { telling } from "./telling.ts";

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

const recalled = "The mail server did not answer while other mail waited";

/**
 * Sends mail through the SMTP server at `url` over a few kept connections; throws DeliveryRefused or DeliveryDelayed, or
 * what went wrong while a file of the mail was read. Large mails are put aside in `dataDir` while they are sent.
 */
export function openSmtpMailer(url: string, dataDir = tmpdir(), limits: Partial<typeof timeouts> = {}): Mailer {
  const pool = { pool: true, maxConnections: mostOnTheirWay } as const;
  const { mailTimeout, ...patience } = { ...timeouts, ...limits };
  const transport = createTransport({ ...patience, ...serverOf(url), ...pool });
  transport.use("stream", signing(dataDir));
  transport.use("stream", telling);
  return {
    async send(mail, recall) {
      const timeout = AbortSignal.timeout(mailTimeout);
      const signal = recall ? AbortSignal.any([recall.signal, timeout]) : timeout;
      try {
        const told = recall ? { contentBegins: recall.contentBegins } : {};
        const { response } = await transport.sendMail({ ...composeMail(mail), ...told, signal });
        refuseUntaken(response);
      } catch (error) {
        if (recall?.signal.aborted) throw new DeliveryDelayed(recalled, { cause: error });
        if (timeout.aborted)
          throw new DeliveryDelayed("The mail server took too long over this mail", { cause: error });
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

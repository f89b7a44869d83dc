import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { mailOf } from "../../server/src/testing/mail-at-desk.ts";
import type { Installation, Store } from "./open-installation.ts";

/** A mail, and how often it was sent until it was accepted. */
export type Written = { from: string; subject: string; tries: number };

const pauseMs = 200;

/** Opens a mail server that sends to a store over this many connections at once, and repeats each mail until its 250. */
export function openSender(
  { smtpPort: port }: Pick<Installation, "smtpPort">,
  { address }: Store,
  maxConnections: number,
) {
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  return {
    async send({ from, subject }: Omit<Written, "tries">): Promise<Written> {
      const mail = { envelope: { from, to: address }, raw: mailOf({ from, subject }) };
      for (let tries = 1; ; tries += 1) {
        try {
          await transport.sendMail(mail);
          return { from, subject, tries };
        } catch (error) {
          if (!(error instanceof Error) || ("responseCode" in error && Number(error.responseCode) >= 500)) throw error;
          await sleep(pauseMs);
        }
      }
    },
    close: () => transport.close(),
  };
}

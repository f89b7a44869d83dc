import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { type ApiClient, openBrowser } from "./open-browser.ts";
import type { SpawnedDesk } from "./spawn-desk.ts";

/** What was sent, and whether it was acknowledged: a mail by 250, a reply by 200. */
export type Ledger = {
  /** By subject. */
  mails: Map<string, { isAcknowledged: boolean }>;
  /** By idempotency key. */
  replies: Map<string, { isAcknowledged: boolean }>;
};

export const demoAgent = { email: "agent@lumenandloom.example", password: "deskhand-demo" };

/** Signs in to a spawned desk. */
export async function signInAt(desk: SpawnedDesk, who: { email: string; password: string }): Promise<ApiClient> {
  const browser = openBrowser(desk.url, desk.url);
  const answer = await browser.send("/api/auth/sign-in/email", { json: who });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  return browser.api;
}

/** Sends small mails and replies, several at a time, until the desk goes away; resolves when every sender has given up. */
export async function loadDesk(desk: SpawnedDesk, api: ApiClient, to: string, ledger: Ledger): Promise<void> {
  const { items } = await api.tickets.list({ view: "active" });
  const untilItFails = async (send: (count: number) => Promise<void>) => {
    for (let count = 0; ; count += 1) {
      try {
        await send(count);
      } catch {
        return; // The process is gone: nobody told us that the last one was taken.
      }
    }
  };
  const mail = () => sendMail(desk.smtpPort, to, ledger);
  const reply = (count: number) => sendReply(api, items[count % items.length]?.id ?? "", ledger);
  await Promise.all([mail, mail, mail, mail, reply, reply].map(untilItFails));
}

async function sendMail(port: number, to: string, { mails }: Ledger): Promise<void> {
  const subject = `Mail ${randomUUID()}`;
  const sent = { isAcknowledged: false };
  mails.set(subject, sent);
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  try {
    // An address each: a sender who writes that much is quarantined.
    await transport.sendMail({ from: `${randomUUID()}@example.com`, to, subject, text: "Where is my lamp?" });
    sent.isAcknowledged = true;
  } finally {
    transport.close();
  }
}

async function sendReply(api: ApiClient, ticketId: string, { replies }: Ledger): Promise<void> {
  const idempotencyKey = randomUUID();
  const sent = { isAcknowledged: false };
  replies.set(idempotencyKey, sent);
  const message = { content: `Reply ${idempotencyKey}`, lastSeenMessageId: null, sendAnyway: true };
  await api.messages.reply({ ticketId, idempotencyKey, ...message });
  sent.isAcknowledged = true;
}

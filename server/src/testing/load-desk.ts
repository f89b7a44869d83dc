import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { mailOf } from "./mail-at-desk.ts";
import { type ApiClient, openBrowser } from "./open-browser.ts";
import type { SpawnedDesk } from "./spawn-desk.ts";

/** What was sent, and whether the desk acknowledged it: a mail with 250, a reply with 200. */
export type Ledger = {
  /** By subject; every repetition sends the same `raw`. */
  mails: Map<string, { raw: string; isAcknowledged: boolean; isRepeated: boolean }>;
  /** By idempotency key. */
  replies: Map<string, { isAcknowledged: boolean }>;
};

export const demoAdmin = { email: "admin@lumenandloom.example", password: "deskhand-demo" };
export const demoAgent = { email: "agent@lumenandloom.example", password: "deskhand-demo" };

/** Signs in to a spawned desk. */
export async function signInAt(
  desk: Pick<SpawnedDesk, "url">,
  credentials: { email: string; password: string },
): Promise<ApiClient> {
  const browser = openBrowser(desk.url, desk.url);
  const response = await browser.send("/api/auth/sign-in/email", { json: credentials });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  return browser.api;
}

/** Sends small mails and replies, several at a time, until the desk goes away and every sender has given up. */
export async function loadDesk(desk: SpawnedDesk, api: ApiClient, to: string, ledger: Ledger): Promise<void> {
  const { items } = await api.tickets.list({ view: "active" });
  const reply = (count: number) => sendReply(api, items[count % items.length]?.id ?? "", ledger);
  await Promise.all([mailDesk(desk, to, ledger), ...[reply, reply].map(untilItFails)]);
}

/** Sends small mails, several at a time, until the desk goes away and every sender has given up. */
export async function mailDesk(desk: SpawnedDesk, to: string, ledger: Ledger): Promise<void> {
  const mail = () => sendMail(desk.smtpPort, to, ledger);
  await Promise.all([mail, mail, mail, mail].map(untilItFails));
}

async function untilItFails(send: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      await send(count);
    } catch {
      return; // The process is gone and has not acknowledged the last one.
    }
  }
}

/** Sends every unacknowledged mail once more, as its sender would. */
export async function repeatMails(desk: SpawnedDesk, to: string, { mails }: Ledger): Promise<void> {
  for (const mail of mails.values()) {
    if (mail.isAcknowledged) continue;
    mail.isRepeated = true;
    await deliver(desk.smtpPort, to, mail.raw);
  }
}

async function sendMail(port: number, to: string, { mails }: Ledger): Promise<void> {
  const subject = `Mail ${randomUUID()}`;
  // Each mail has its own sender, as one with so many mails would be quarantined.
  const raw = mailOf({ subject, from: `${randomUUID()}@example.com` });
  const sent = { raw, isAcknowledged: false, isRepeated: false };
  mails.set(subject, sent);
  await deliver(port, to, raw);
  sent.isAcknowledged = true;
}

async function deliver(port: number, to: string, raw: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: "relay@example.com", to }, raw });
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

import { setTimeout as sleep } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { TestRunner } from "vitest";
import {
  listOutbox,
  type OutboxMail,
  outboxFolder,
  readOutboxMail,
  type ShownMail,
} from "../platform/mailer/outbox-mailer.ts";
import type { Services } from "../platform/services.ts";
import type { Desk } from "./open-desk.ts";

/** The mails read from each server's outbox: they never change, and a waiting test lists them all every 10 ms. */
const readMails = new WeakMap<Services, Map<string, OutboxMail>>();

/** Every mail that went out to an address so far, newest first. */
export async function mailsTo({ services }: Desk, address: string): Promise<OutboxMail[]> {
  const folder = outboxFolder(services.settings.dataDir);
  const files = await listOutbox(folder, 1_000);
  const mails = await Promise.all(files.map((file) => readOnce(services, folder, file)));
  return mails.filter((mail) => mail !== undefined).filter((mail) => mail.to.includes(address));
}

async function readOnce(services: Services, folder: string, file: string): Promise<OutboxMail | undefined> {
  const mails = readMails.get(services) ?? new Map<string, OutboxMail>();
  readMails.set(services, mails);
  const mail = mails.get(file) ?? (await readOutboxMail(folder, file, readAsOthers));
  if (mail) mails.set(file, mail);
  return mail;
}

/** Reads a mail by another reader than ours: what goes out is for others' mail programs. */
export async function readAsOthers(bytes: Buffer): Promise<ShownMail> {
  const parsed = await simpleParser(bytes, { skipTextToHtml: true, skipImageLinks: true });
  return {
    subject: parsed.subject ?? "",
    from: parsed.from?.text ?? "",
    to: [parsed.to ?? []]
      .flat()
      .map((to) => to.text)
      .join(", "),
    date: parsed.date?.toISOString() ?? "",
    text: parsed.text ?? "",
    html: parsed.html || "",
    headers: parsed.headerLines.map(({ key, line }) => ({
      name: line.slice(0, key.length),
      value: line
        .slice(key.length + 1)
        .replace(/\r?\n/g, "")
        .trim(),
    })),
    attachments: parsed.attachments.map(({ filename = "", contentType, size }) => ({ filename, contentType, size })),
  };
}

/** Waits until a mail goes out to an address, and returns the newest. */
export async function takeMail(app: Desk, address: string): Promise<OutboxMail> {
  return until(async () => (await mailsTo(app, address))[0]);
}

/** Waits until every account mail requested so far was looked up and sent. */
export async function accountMailsSettled({ db }: Pick<Desk, "db">): Promise<void> {
  const open = `select from pgboss.job where name in ('account.ask-mail', 'mail.deliver', 'mail.deliver-claim')
      and state in ('created', 'active', 'retry') and start_after <= now()
    union all select from waiting_mails() where direction = 'out' and not is_held and mails > 0`;
  await until(async () => (await db.pool.query(open)).rowCount === 0);
}

/**
 * Asks again until there is a result, at first after 10 ms and the more seldom the longer it takes: what asks keeps the
 * processor from what it waits for. Only the end of its test stops it, which then logs what it waited for.
 */
export async function until<T>(ask: () => Promise<T | undefined | null | false>): Promise<T> {
  const signal = TestRunner.getCurrentTest()?.context.signal;
  const inVain = new Error(`It waited in vain for ${ask}`);
  const tell = () => console.error(inVain);
  signal?.addEventListener("abort", tell, { once: true });
  try {
    for (let pauseMs = 10; ; pauseMs = Math.min(1.15 * pauseMs, 40)) {
      const response = await ask();
      if (response) return response;
      if (signal?.aborted) throw inVain;
      await sleep(pauseMs);
    }
  } finally {
    signal?.removeEventListener("abort", tell);
  }
}

import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { noTenant } from "../../../platform/db/tenant.ts";
import {
  ensureInstallationKey,
  installationKey,
  installationRecord,
} from "../../../platform/mailer/installation-key.ts";
import { openOutboxMailer } from "../../../platform/mailer/outbox-mailer.ts";
import { openSmtpMailer } from "../../../platform/mailer/smtp-mailer.ts";
import { type AgentAtDesk, agentAtDesk } from "../../../testing/agent-at-desk.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../../testing/smtp-sink.ts";
import { deliverClaimMail, deliverMail } from "../deliver-mail.ts";
import { queueAccountMail } from "../queue-mail.ts";

let sink: SmtpSink;
let desk: AgentAtDesk;
beforeAll(async () => {
  sink = await openSmtpSink();
  desk = await agentAtDesk(await openDesk({ roles: [], mailer: openSmtpMailer(sink.url) }));
});
afterAll(async () => {
  await desk.stop();
  await sink.close();
});
afterEach(() => {
  sink.mails.length = 0;
});

/** The verdict of a stranger who looks up the installation's record in DNS. */
async function verdictOf(raw: Buffer | undefined) {
  const { settings, db } = desk.services;
  const record = await installationRecord(db, settings);
  const resolver = async (name: string) => {
    if (name !== record.name) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    return [[record.value]];
  };
  const { results } = await dkimVerify(raw ?? "", { resolver });
  return results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`).join(", ");
}

async function deliverNewest() {
  const { id } = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select("id").orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow(),
  );
  await deliverMail(desk.services, { mailId: id, tenantId: desk.tenant });
}

const welcome = { kind: "confirmation", to: "jo@example.org", url: "http://desk.test/x", storeName: "Grüße" } as const;

test("a reply with a large file is signed with the installation's key under one Message-ID on every try", async () => {
  const ticket = await desk.ticket();
  const file = { filename: "Größe 42.pdf", bytes: randomBytes(3_000_000) };
  const text = "It is on its way.\r\n\r\n.\r\nFrom: nobody\r\n紙の店  \n";
  const reply = await desk.reply(ticket.id, text, "Sam", await desk.attach(ticket.id, [file]));
  await deliverNewest();
  await desk.bounce(reply.id, "mailbox full");
  await desk.retry(ticket.id, reply.id);
  await deliverNewest();
  expect(sink.mails.map(({ parsed }) => parsed.messageId)).toEqual(Array(2).fill(sink.mails[0]?.parsed.messageId));
  for (const { raw, parsed } of sink.mails) {
    expect(await verdictOf(raw)).toBe("pass mail.desk.test");
    expect(parsed.attachments[0]?.content.equals(file.bytes)).toBe(true);
  }
});

test("account mails are signed, including those to people who sign up", async () => {
  await desk.inTenant((tx) => queueAccountMail(tx, desk.services, welcome));
  await deliverNewest();
  const { kind, to, ...details } = welcome;
  const claim = { kind, to, details, mailMessageId: "1@mail.desk.test", tenantId: noTenant, isLastTry: false };
  await deliverClaimMail(desk.services, claim);
  expect(await Promise.all(sink.mails.map(({ raw }) => verdictOf(raw)))).toEqual(Array(2).fill("pass mail.desk.test"));
});

test("mails in the outbox are signed like sent ones", async () => {
  const { dataDir } = desk.services.settings;
  const folder = join(dataDir, "some-outbox");
  const outbox = { ...desk.services, mailer: openOutboxMailer(folder, dataDir) };
  const claim = { ...welcome, mailMessageId: "2@mail.desk.test", tenantId: noTenant, isLastTry: false };
  await deliverClaimMail(outbox, { ...claim, details: { url: welcome.url, storeName: welcome.storeName } });
  const [name = ""] = await readdir(folder);
  expect(await verdictOf(await readFile(join(folder, name)))).toBe("pass mail.desk.test");
});

test("the key survives restarts until the secret changes, and the private key cannot be read anywhere", async () => {
  const { db, settings } = desk.services;
  const owner = new pg.Client({ connectionString: desk.ownerUrl });
  await owner.connect();
  const before = await installationRecord(db, settings);
  await ensureInstallationKey(owner, settings.secret);
  expect(await installationRecord(db, settings)).toEqual(before);
  expect(before.name).toMatch(/^dh[0-9a-f]{10}\._domainkey\.mail\.desk\.test$/);
  const { rows } = await owner.query("select encode(private_key, 'escape') as kept from installation_keys");
  expect(rows[0].kept).not.toContain("PRIVATE KEY");

  const other = { ...settings, secret: "another secret of forty characters or so" };
  await ensureInstallationKey(owner, other.secret);
  const after = await installationRecord(db, other);
  expect(after.name).not.toBe(before.name);
  // A new process reads the new key; one with the old secret finds none.
  const anew = { ...db };
  await expect(installationKey(anew, settings)).rejects.toThrow("another secret");
  expect(`${(await installationKey(anew, other)).selector}._domainkey.mail.desk.test`).toBe(after.name);
  await owner.end();
});

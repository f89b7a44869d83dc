import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { MailReaders } from "../parse/mail-readers.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import { decideMail } from "./decide-mail.ts";
import { intakeLimits } from "./intake-limits.ts";
import {
  beginAttempt,
  finishMail,
  lockFingerprint,
  lockWaiting,
  type MailNotes,
  type Outcome,
  type WaitingMail,
} from "./mail-log.queries.ts";
import { readHead } from "./read-head.ts";
import { readRaw } from "./read-raw.ts";
import { storableText } from "./storable-text.ts";

/** What processing a mail needs; `readers` reads it off the main thread. */
export type ProcessServices = Pick<Services, "db" | "settings" | "log"> & { readers: Pick<MailReaders, "read"> };
export type ProcessMail = { tenantId: TenantId; mailLogId: string; isReleased?: boolean; isLastTry: boolean };

/**
 * Takes one mail of the log to its end: reads it, decides, and writes the decision with all its effects in one
 * transaction. A mail that is no longer waiting is left alone. Throws to be tried again; the last try ends as `failed`.
 */
export async function processMail(services: ProcessServices, job: ProcessMail): Promise<void> {
  const { db, settings, log } = services;
  const entry = await db.withTenant(job.tenantId, (tx) => beginAttempt(tx, job.mailLogId));
  if (!entry) return;
  const folder = await mkdtemp(join(tmpdir(), "deskhand-parse-"));
  const path = join(folder, "raw");
  try {
    await pipeline(readRaw(db, job.tenantId, entry.rawMailId), createWriteStream(path, { mode: 0o600 }));
    if (entry.attempts > intakeLimits.maxAttempts) throw new GivenUp("Reading it broke the server off too often.");
    const envelopeFrom = entry.envelopeFrom === intakeLimits.unknownSender ? null : entry.envelopeFrom;
    const read = await services.readers.read({ raw: path, attachmentFolder: join(folder, "parts"), envelopeFrom });
    await db.withTenant(job.tenantId, async (tx) => {
      await lockFingerprint(tx, read.fingerprint);
      if (!(await lockWaiting(tx, entry.id))) return;
      const { outcome, fromEmail } = await decideMail(tx, settings, entry, read, job.isReleased ?? false);
      const subject = storableText(read.parsed.subject, 1_000);
      await finishMail(tx, entry.id, clean(outcome), { fingerprint: read.fingerprint, subject, fromEmail });
    });
  } catch (error) {
    const outcome = endOf(error, job.isLastTry);
    log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts }, "A mail could not be processed");
    if (!outcome) throw error;
    await end(services, job.tenantId, entry, outcome, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class GivenUp extends Error {}

function endOf(error: unknown, isLastTry: boolean): Outcome | null {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnparsableMail && error.reason === "limit_exceeded") {
    return { state: "quarantined", reason: `It exceeds a limit: ${message}` };
  }
  if (error instanceof GivenUp) return { state: "failed", reason: message };
  if (!isLastTry) return null;
  return { state: "failed", reason: error instanceof UnparsableMail ? `It cannot be read: ${message}` : message };
}

async function end(
  { db }: ProcessServices,
  tenant: TenantId,
  entry: WaitingMail,
  outcome: Outcome,
  path: string,
): Promise<void> {
  const notes = await notesWithoutParser(path);
  await db.withTenant(tenant, async (tx) => {
    if (await lockWaiting(tx, entry.id)) await finishMail(tx, entry.id, clean(outcome), notes);
  });
}

// What the log can show of a mail that the parser gave up on.
async function notesWithoutParser(path: string): Promise<MailNotes> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(path, { end: 65_535 })) pieces.push(piece);
  const head = readHead(Buffer.concat(pieces));
  const address = /[^\s<>"(),;:]{1,64}@[\w.-]{1,190}/.exec(head.get("from")?.[0] ?? "")?.[0];
  const subject = head.get("subject")?.[0];
  return {
    fingerprint: null,
    subject: subject === undefined ? null : storableText(subject, 1_000),
    fromEmail: address ? storableText(address.toLowerCase(), 320) : null,
  };
}

function clean(outcome: Outcome): Outcome {
  return { ...outcome, reason: storableText(outcome.reason, 1_000) };
}

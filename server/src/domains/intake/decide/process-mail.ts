import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limits } from "@deskhand/contract/limits";
import { lockNames } from "../../../platform/db/lock-name.ts";
import type { Db, TenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";
import type { SenderChecks } from "../authenticate/sender-checks.ts";
import { intakeLimits } from "../intake-limits.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailReaders } from "../read/mail-readers.ts";
import { beginAttempt, finishMail, lockWaiting, type MailNotes, type Outcome } from "./decide.queries.ts";
import { NotYet } from "./decide-bounce.ts";
import { decideMail } from "./decide-mail.ts";
import { cameToReturnPath } from "./own-marks.ts";
import { processMailJob } from "./process-mail-job.ts";
import { readRaw } from "./read-raw.ts";
import { readHead, withRawText } from "./with-raw-text.ts";

/** What processing a mail needs; `readers` reads it and `senders` checks who sent it, both off the main thread. */
export type ProcessServices = Pick<Services, "db" | "jobs" | "settings" | "log"> & {
  readers: Pick<MailReaders, "read">;
  senders: Pick<SenderChecks, "judge">;
};
export type ProcessMail = { tenantId: TenantId; mailLogId: string; isLastTry: boolean };

/**
 * Takes one mail of the log to its end: reads it, decides, and writes the decision with all its effects in one
 * transaction. A mail that is no longer waiting is left alone, one that answers older waiting mail is put off for a
 * moment. Throws to be tried again; the last try ends as `failed`.
 */
export async function processMail(services: ProcessServices, job: ProcessMail): Promise<void> {
  const { db, settings, log } = services;
  const entry = await db.withTenant(job.tenantId, (tx) => beginAttempt(tx, job.mailLogId));
  if (!entry) return;
  const start = entry.start ?? Buffer.alloc(0);
  // Made only when something is put into it.
  const folder = scratchPath(settings.dataDir);
  try {
    if (entry.attempts > intakeLimits.maxAttempts) throw new GivenUp("Reading it broke the server off too often.");
    const raw = start.length < chunkSize ? start : await spoolRaw(db, job.tenantId, entry.rawMailId, folder);
    const envelopeFrom = entry.envelopeFrom === intakeLimits.unknownSender ? null : entry.envelopeFrom;
    const mail = await services.readers.read({
      raw,
      attachmentFolder: join(folder, "parts"),
      envelopeFrom,
      cameToReturnPath: cameToReturnPath(settings, entry.envelopeTo.split(", ")),
    });
    const read = withRawText(mail, start);
    const from = mail.parsed.soleFrom?.email ?? null;
    const verdict = await services.senders.judge({ ...entry, raw, start, from, envelopeFrom });
    await db.withTenant(job.tenantId, async (tx) => {
      // One copy of a message at a time, and one mail of an author: the next one may be named by it.
      const author = read.parsed.soleFrom?.email.toLowerCase();
      await lockNames(tx, [read.fingerprint, ...(author ? [`author:${author}`] : [])]);
      if (!(await lockWaiting(tx, entry.id))) return;
      const { outcome, fromEmail, takesPart } = await decideMail(tx, settings, entry, read, verdict);
      const { fingerprint, parsed } = read;
      await finishMail(tx, entry.id, outcome, { fingerprint, subject: parsed.subject, fromEmail, takesPart, verdict });
      const { state, ticketId } = outcome;
      // The ticket shows how many mails were held back.
      if (state === "loop_stopped" && ticketId) await emit(tx, "ticket.updated", { ticketId });
    });
  } catch (error) {
    if (error instanceof NotYet) {
      log.debug({ mailLogId: entry.id, attempts: entry.attempts }, "A mail waits for another");
      return await putOff(services, job);
    }
    const outcome = endOf(error, job.isLastTry);
    log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts }, "A mail could not be processed");
    if (!outcome) throw error;
    const notes = notesWithoutParser(start);
    await db.withTenant(job.tenantId, async (tx) => {
      if (await lockWaiting(tx, entry.id)) await finishMail(tx, entry.id, outcome, notes);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// By a job of its own: a retry of this one would count as a failure.
async function putOff({ db, jobs }: ProcessServices, { tenantId, mailLogId }: ProcessMail): Promise<void> {
  const options = { startAfterSeconds: intakeLimits.waitPauseSeconds };
  await db.withTenant(tenantId, (tx) => jobs.enqueue(tx, processMailJob, { mailLogId }, options));
}

async function spoolRaw(db: Db, tenant: TenantId, rawMailId: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  await pipeline(readRaw(db, tenant, rawMailId), createWriteStream(path, { flags: "wx" }));
  return path;
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

// What the log can show of a mail that the parser gave up on.
function notesWithoutParser(start: Buffer): MailNotes {
  const head = readHead(start);
  const address = /[^\s<>"(),;:]{1,64}@[\w.-]{1,190}/.exec(head.get("from")?.[0] ?? "")?.[0];
  const fromEmail = address ? storableText(address.toLowerCase(), limits.emailAddressLength) : null;
  return { fingerprint: null, subject: head.get("subject")?.[0] ?? null, fromEmail, takesPart: false, verdict: null };
}

import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limits } from "@deskhand/contract/limits";
import { asTenantId, type Db, type TenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Gathering } from "../../../platform/gather.ts";
import type { Services } from "../../../platform/services.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";
import { readHead } from "../authenticate/read-head.ts";
import type { SenderJudge } from "../authenticate/sender-judge.ts";
import { intakeLimits } from "../intake-limits.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailReaders } from "../read/mail-readers.ts";
import { bareMessageId } from "./bare-message-id.ts";
import {
  type BegunMail,
  beginAttempts,
  finishMail,
  lockWaiting,
  type MailNotes,
  type Outcome,
} from "./decide.queries.ts";
import { NotYet } from "./decide-bounce.ts";
import { decideTogether, type Ending, type ReadyMail } from "./decide-together.ts";
import { cameToReturnPath } from "./own-marks.ts";
import { processMailJob } from "./process-mail-job.ts";
import { readRaw } from "./read-raw.ts";
import { withRawText } from "./with-raw-text.ts";

/** So many mails of a tenant share a transaction, and so many tenants have one open: others need the database as well. */
const together = { most: 16, atOnce: 2 };

export type ProcessMail = { tenantId: TenantId; mailLogId: string; isLastTry: boolean };
/** What processing a mail needs; `readers` reads it and `senders` checks who sent it, both off the main thread. */
export type ProcessServices = Pick<Services, "db" | "jobs" | "settings" | "log"> & {
  readers: Pick<MailReaders, "read">;
  senders: Pick<SenderJudge, "judge" | "stillReading">;
};

/**
 * Takes mails of the log to their end: each is read, decided, and its decision written with all its effects in one
 * transaction, which mails of one tenant that come at the same time share (docs/decisions/0032).
 */
export class MailProcessor {
  readonly #services: ProcessServices;
  readonly #begun: Gathering<string, BegunMail | undefined>;
  readonly #decided: Gathering<ReadyMail, Ending>;
  readonly #alone: Gathering<ReadyMail, Ending>;

  constructor(services: ProcessServices) {
    this.#services = services;
    const decide = (tenant: string, mails: ReadyMail[]) => decideTogether(services, asTenantId(tenant), mails);
    this.#begun = new Gathering((tenant, ids) => begin(services.db, asTenantId(tenant), ids), together);
    this.#decided = new Gathering(decide, together);
    // Storing its files takes long: nobody is made to wait for that, and one connection is held by it.
    this.#alone = new Gathering(decide, { most: 1, atOnce: 1 });
  }

  /**
   * Takes one mail to its end. One that is no longer waiting is left alone, one that answers older waiting mail is put off
   * for a moment. Throws to be tried again; the last try ends as `failed`.
   */
  async process(job: ProcessMail): Promise<void> {
    const { db, settings, log } = this.#services;
    const entry = await this.#begun.add(job.tenantId, job.mailLogId);
    if (!entry) return;
    const start = entry.start ?? Buffer.alloc(0);
    // Made only when something is put into it, which for most mails is never.
    const folder = scratchPath(settings.dataDir);
    let hasFiles = true;
    try {
      if (entry.attempts > intakeLimits.maxAttempts) throw new GivenUp("Reading it broke the server off too often.");
      const raw = start.length < chunkSize ? start : await spoolRaw(db, job.tenantId, entry.rawMailId, folder);
      const envelopeFrom = entry.envelopeFrom === intakeLimits.unknownSender ? null : entry.envelopeFrom;
      const mail = await this.#services.readers.read({
        raw,
        attachmentFolder: join(folder, "parts"),
        envelopeFrom,
        cameToReturnPath: cameToReturnPath(settings, entry.envelopeTo.split(", ")),
        isReleased: entry.isReleased,
        publicUrl: settings.publicUrl,
      });
      hasFiles = typeof raw === "string" || mail.parsed.attachments.length > 0;
      const from = mail.parsed.soleFrom?.email ?? null;
      const verdict = await this.#services.senders.judge(entry.id, { ...entry, raw, start, from, envelopeFrom });
      if (!verdict) throw new NotYet("Its sender is still being looked up");
      await this.#decide(
        job.tenantId,
        { entry, read: withRawText(mail, start, settings.publicUrl), verdict },
        start.length < chunkSize,
      );
    } catch (error) {
      if (error instanceof NotYet) {
        log.debug({ mailLogId: entry.id, attempts: entry.attempts }, "A mail waits for another");
        return await putOff(this.#services, job);
      }
      const outcome = endOf(error, job.isLastTry);
      log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts }, "A mail could not be processed");
      if (!outcome) throw error;
      const notes = notesWithoutParser(start);
      await db.withTenant(job.tenantId, async (tx) => {
        const [waiting] = await lockWaiting(tx, [entry.id]);
        if (!waiting) return;
        await finishMail(tx, waiting, outcome, notes);
        await emit(tx, "mail.logged", { mailId: waiting });
      });
    } finally {
      if (hasFiles) await this.#removeFiles(entry.id, folder);
    }
  }

  /** Removes a mail's files; where its sender is still being looked up, nobody waits for that. */
  async #removeFiles(id: string, folder: string): Promise<void> {
    const remove = () => rm(folder, { recursive: true, force: true });
    const reading = this.#services.senders.stillReading(id);
    if (!reading) return remove();
    // What is left there is removed with the next start.
    const warn = (err: unknown) => this.#services.log.warn({ err, folder }, "A mail's files could not be removed");
    void reading.then(remove).catch(warn);
  }

  async #decide(tenantId: TenantId, mail: ReadyMail, isSmall: boolean): Promise<void> {
    const ending = isSmall ? await this.#decided.add(tenantId, mail) : await this.#alone.add(tenantId, mail);
    if (ending.status === "fulfilled") return;
    if (ending.reason instanceof NotYet) throw ending.reason;
    // Perhaps it was only in the way of the others: by itself it may wait for locks.
    await this.#alone.add(tenantId, mail);
  }
}

async function begin(db: Db, tenant: TenantId, ids: string[]): Promise<(BegunMail | undefined)[]> {
  const begun = await db.withTenant(tenant, (tx) => beginAttempts(tx, ids), "once");
  return ids.map((id) => begun.find((mail) => mail.id === id));
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
  const id = head.get("message-id")?.[0];
  const mailMessageId = id ? bareMessageId(id) : null;
  const subject = head.get("subject")?.[0] ?? null;
  return { fingerprint: null, subject, fromEmail, mailMessageId, takesPart: false, verdict: null, wasForwarded: false };
}

import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limits } from "@deskhand/contract/limits";
import { asTenantId, type Db, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Gathering } from "../../../platform/gather.ts";
import { mailsFinished } from "../../../platform/metrics/counted.ts";
import { WorkerFault } from "../../../platform/separate-worker.ts";
import type { Services } from "../../../platform/services.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";
import { readHead } from "../authenticate/read-head.ts";
import type { SenderJudge } from "../authenticate/sender-judge.ts";
import { intakeLimits } from "../intake-limits.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailReaders } from "../read/mail-readers.ts";
import { type Reading, Readings } from "../read/readings.ts";
import { bareMessageId } from "./bare-message-id.ts";
import {
  type BegunMail,
  beginAttempts,
  countOverrun,
  finishMail,
  lockWaiting,
  type MailNotes,
  type Outcome,
  uncountAttempt,
} from "./decide.queries.ts";
import { NotYet } from "./decide-bounce.ts";
import { decideAlone, decideTogether, type Ending, type ReadyMail } from "./decide-together.ts";
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
  readonly #readings: Readings;
  readonly #begun: Gathering<string, BegunMail | undefined>;
  readonly #decided: Gathering<ReadyMail, Ending>;
  readonly #alone: Gathering<ReadyMail, void>;

  /** `patienceMs` is how long a mail may be read before it is put off. */
  constructor(services: ProcessServices, { patienceMs = 2_000 } = {}) {
    this.#services = services;
    this.#readings = new Readings((folder) => rm(folder, { recursive: true, force: true }), patienceMs);
    this.#begun = new Gathering((tenant, ids) => begin(services.db, asTenantId(tenant), ids), together);
    this.#decided = new Gathering((tenant, mails) => decideTogether(services, asTenantId(tenant), mails), together);
    // Storing its files takes long: nobody is made to wait for that, and one connection is held by it.
    const decide = (tenant: string, mails: ReadyMail[]) =>
      Promise.all(mails.map((mail) => decideAlone(services, asTenantId(tenant), mail)));
    this.#alone = new Gathering(decide, { most: 1, atOnce: 1 });
  }

  /**
   * Takes one mail to its end. One that is no longer waiting is left alone, one that answers older waiting mail is put off
   * for a moment. Throws to be tried again; the last try ends as `failed`.
   */
  async process(job: ProcessMail): Promise<void> {
    const entry = await this.#begun.add(job.tenantId, job.mailLogId);
    if (!entry) return;
    const start = entry.start ?? Buffer.alloc(0);
    let reading: Reading | null = null;
    try {
      if (entry.attempts > intakeLimits.maxAttempts) throw new GivenUp("Reading it broke the server off too often.");
      const whose = { store: job.tenantId, sender: entry.envelopeFrom.toLowerCase() };
      const found = await this.#readings.of(entry.id, whose, () => this.#read(whose, entry, start));
      if (typeof found === "string") throw new NotRead(found);
      reading = found;
      const { mail, raw } = reading;
      const from = mail.parsed.soleFrom?.email ?? null;
      const envelopeFrom = knownSender(entry);
      const verdict = await this.#services.senders.judge(entry.id, { ...entry, raw, start, from, envelopeFrom });
      if (!verdict) throw new NotYet("Its sender is still being looked up");
      await this.#decide(
        job.tenantId,
        { entry, read: withRawText(mail, start, this.#services.settings.publicUrl), verdict },
        start.length < chunkSize,
      );
    } catch (error) {
      await this.#endOtherwise(job, entry, error);
    } finally {
      if (reading && hasFiles(reading)) await this.#removeFiles(entry.id, reading.folder);
    }
  }

  /** What becomes of a mail that was not decided: it waits for something, is tried again, or ends without being read. */
  async #endOtherwise(job: ProcessMail, entry: BegunMail, error: unknown): Promise<void> {
    const { db, log } = this.#services;
    if (error instanceof NotRead) {
      const pause = error.why === "full" ? intakeLimits.fullPauseSeconds : intakeLimits.waitPauseSeconds;
      return await this.#putOff(job, (tx) => uncountAttempt(tx, entry.id), pause);
    }
    if (error instanceof NotYet) {
      log.debug({ mailLogId: entry.id, attempts: entry.attempts }, "A mail waits for another");
      return await this.#putOff(job);
    }
    const isOverrun = isTooMuch(error);
    log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts }, "A mail could not be processed");
    if (isOverrun && entry.overruns + 1 < intakeLimits.maxOverruns)
      return await this.#putOff(job, (tx) => countOverrun(tx, entry.id));
    const outcome = isOverrun ? tooMuch(error) : endOf(error, job.isLastTry);
    if (!outcome) throw error;
    const notes = notesWithoutParser(entry.start ?? Buffer.alloc(0));
    const isEnded = await db.withTenant(job.tenantId, async (tx) => {
      const [waiting] = await lockWaiting(tx, [entry.id]);
      if (!waiting) return false;
      await finishMail(tx, waiting, outcome, notes);
      await emit(tx, "mail.logged", { mailId: waiting });
      return true;
    });
    if (isEnded) mailsFinished.inc({ state: outcome.state });
  }

  /** Reads a mail, in whatever time that takes. */
  async #read(whose: { store: TenantId; sender: string }, entry: BegunMail, start: Buffer): Promise<Reading> {
    const { db, settings, readers } = this.#services;
    // Made only when something is put into it, which for most mails is never.
    const folder = scratchPath(settings.dataDir);
    try {
      const raw = start.length < chunkSize ? start : await spoolRaw(db, whose.store, entry.rawMailId, folder);
      const input = {
        raw,
        attachmentFolder: join(folder, "parts"),
        envelopeFrom: knownSender(entry),
        cameToReturnPath: cameToReturnPath(settings, entry.envelopeTo.split(", ")),
        isReleased: entry.isReleased,
        publicUrl: settings.publicUrl,
      };
      return { mail: await readers.read(input, { ...whose, isLate: entry.overruns > 0 }), raw, folder };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  // By a job of its own: a retry of this one would count as a failure, and stand before mail that came meanwhile.
  async #putOff(
    { tenantId, mailLogId }: ProcessMail,
    note?: (tx: TenantTx) => Promise<void>,
    startAfterSeconds: number = intakeLimits.waitPauseSeconds,
  ): Promise<void> {
    const { db, jobs } = this.#services;
    await db.withTenant(tenantId, async (tx) => {
      await note?.(tx);
      await jobs.enqueue(tx, processMailJob, { mailLogId }, { startAfterSeconds });
    });
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
    if (isSmall) {
      const ending = await this.#decided.add(tenantId, mail);
      if (ending.status === "fulfilled") return;
      if (ending.reason instanceof NotYet) throw ending.reason;
    }
    // Perhaps it was only in the way of the others: by itself it may wait for locks.
    await this.#alone.add(tenantId, mail);
  }
}

async function begin(db: Db, tenant: TenantId, ids: string[]): Promise<(BegunMail | undefined)[]> {
  const begun = await db.withTenant(tenant, (tx) => beginAttempts(tx, ids), "once");
  return ids.map((id) => begun.find((mail) => mail.id === id));
}

async function spoolRaw(db: Db, tenant: TenantId, rawMailId: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  await pipeline(readRaw(db, tenant, rawMailId), createWriteStream(path, { flags: "wx" }));
  return path;
}

class GivenUp extends Error {}
class NotRead extends Error {
  readonly why: "reading" | "full";
  constructor(why: "reading" | "full") {
    super();
    this.why = why;
  }
}

function knownSender({ envelopeFrom }: BegunMail): string | null {
  return envelopeFrom === intakeLimits.unknownSender ? null : envelopeFrom;
}

function hasFiles({ raw, mail }: Reading): boolean {
  return typeof raw === "string" || mail.parsed.attachments.length > 0;
}

/** Whether reading a mail took more time or memory than any real one does. */
function isTooMuch(error: unknown): error is WorkerFault {
  return error instanceof WorkerFault && (error.kind === "slow" || error.kind === "full");
}

function tooMuch({ kind }: WorkerFault): Outcome {
  const what = kind === "full" ? "memory" : "time";
  return { state: "quarantined", reason: `Reading it took too much ${what}, ${intakeLimits.maxOverruns} times.` };
}

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

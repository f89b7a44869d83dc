import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Gathering } from "../../../platform/bounded-work/gather.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { asTenantId, type Db, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { mailsFinished } from "../../../platform/metrics/counted.ts";
import type { Services } from "../../../platform/services.ts";
import { chunkSize } from "../../../platform/storage/files.ts";
import { scratchPath } from "../../../platform/storage/scratch.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import type { PendingVerdicts } from "../authenticate/pending-verdicts.ts";
import { readRaw } from "../capacity/raw.queries.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { MailReaders } from "../read/mail-readers.ts";
import { ownLinkFinder } from "../read/own-links.ts";
import { PendingReadings, type Reading } from "../read/pending-readings.ts";
import type { ReadMail } from "../read/read-mail.ts";
import {
  type BegunMail,
  beginAttempts,
  countFailure,
  finishMail,
  lockWaiting,
  type Outcome,
  recordWait,
  saveSenderVerdict,
  type Wait,
} from "./decide.queries.ts";
import { MustWait } from "./decide-bounce.ts";
import { type DecisionResult, decideAlone, decideTogether, type ReadyMail } from "./decide-together.ts";
import { classifyFailure, notesWithoutParser, outcomeOfFailure } from "./failure-outcome.ts";
import { bareMessageId, cameToReturnPath } from "./own-marks.ts";
import { type Delay, isOverBudget, Postponer } from "./process-mail-job.ts";

/** Limits the mails of a tenant in one transaction and the tenant's open transactions, to leave database connections for others. */
const batching = { most: 16, atOnce: 2 };

const atOnce: Delay = { afterSeconds: 0 };
const soon: Delay = { afterSeconds: intakeLimits.waitPauseSeconds };
const later: Delay = { afterSeconds: intakeLimits.fullPauseSeconds, isPatient: true };
const muchLater: Delay = { afterSeconds: intakeLimits.troublePauseSeconds };

export type ProcessMail = { tenantId: TenantId; mailLogId: string; isLastTry: boolean };
/** What processing a mail needs. `readers` parses mail and `senders` checks senders, both off the main thread. */
export type ProcessServices = Pick<Services, "db" | "jobs" | "settings" | "log"> & {
  readers: Pick<MailReaders, "read">;
  senders: Pick<PendingVerdicts, "judge" | "verdictOn" | "isWaiting" | "waiting" | "forget">;
};

/**
 * Processes mails of the log to their end. Each is read and decided, and its decision is written with all its effects in one
 * transaction, which simultaneous mails of one tenant share (docs/decisions/0032).
 */
export class MailProcessor {
  readonly #services: ProcessServices;
  readonly #readings: PendingReadings;
  readonly #begun: Gathering<string, BegunMail | undefined>;
  readonly #decided: Gathering<ReadyMail, DecisionResult>;
  readonly #alone: Gathering<ReadyMail, void>;
  readonly #postponer: Postponer;
  readonly #inHand = new Set<string>();

  /** A mail whose reading takes longer than `patienceMs` is put off. */
  constructor(services: ProcessServices, { patienceMs = 2_000 } = {}) {
    this.#services = services;
    this.#readings = new PendingReadings((folder) => rm(folder, { recursive: true, force: true }), patienceMs);
    this.#begun = new Gathering((tenant, ids) => begin(services.db, asTenantId(tenant), ids), batching);
    this.#decided = new Gathering((tenant, mails) => decideTogether(services, asTenantId(tenant), mails), batching);
    // Storing large files takes long, so such a mail gets a transaction of its own, one at a time.
    const decide = (tenant: string, mails: ReadyMail[]) =>
      Promise.all(mails.map((mail) => decideAlone(services, asTenantId(tenant), mail)));
    this.#alone = new Gathering(decide, { most: 1, atOnce: 1 });
    this.#postponer = new Postponer(services);
  }

  /**
   * Processes one mail to its end. A mail that no longer waits is skipped, and one that must wait is put off, which is no attempt.
   * Throws to be tried again; after too many faults of its own, a mail ends as `failed`.
   */
  async process(job: ProcessMail): Promise<void> {
    const { mailLogId } = job;
    const { senders } = this.#services;
    // Two jobs for one mail may run at once; the first one processes it.
    if (this.#inHand.has(mailLogId)) return;
    // The mail is queued again as soon as its sender is known.
    if (senders.isWaiting(mailLogId)) return await this.#postpone(job, this.#recheckDelay());
    this.#inHand.add(mailLogId);
    try {
      await this.#attempt(job);
    } finally {
      this.#inHand.delete(mailLogId);
    }
  }

  async #attempt(job: ProcessMail): Promise<void> {
    const entry = await this.#begun.add(job.tenantId, job.mailLogId);
    if (!entry) return;
    const start = entry.start ?? Buffer.alloc(0);
    let reading: Reading | null = null;
    try {
      const owner = { store: job.tenantId, sender: entry.envelopeFrom.toLowerCase() };
      const found = await this.#readings.of(entry.id, owner, () => this.#read(owner, entry, start));
      if (found === "reading") throw new Postponed({ for: "reading" }, soon);
      if (found === "full") return await this.#waitForRoom(job, owner);
      reading = found;
      const verdict = entry.verdict ?? (await this.#judge(job.tenantId, entry, reading));
      const read = withRawText(reading.mail, start, this.#services.settings.publicUrl);
      await this.#decide(job.tenantId, { entry, read, verdict }, start.length < chunkSize);
    } catch (error) {
      await this.#handleFailure(job, entry, error);
    } finally {
      if (reading && hasFiles(reading)) await this.#removeFiles(entry.id, reading.folder);
    }
  }

  /** Queues a mail again as soon as there is room to read it. */
  async #waitForRoom(job: ProcessMail, owner: { store: TenantId; sender: string }): Promise<void> {
    const { mailLogId: id } = job;
    await this.#postpone(job, later, (tx) => recordWait(tx, id, { for: "place" }));
    const onFault = (err: unknown) => this.#services.log.warn({ err, mailLogId: id }, "A mail could not be called");
    // If this fails, the later job still processes the mail.
    this.#readings.callWhenRoom(id, owner, () => void this.#requeueNow(job).catch(onFault));
  }

  /** Returns the verdict on a mail's sender; throws `Postponed` if that takes long. */
  async #judge(store: TenantId, entry: BegunMail, { mail, raw }: Reading): Promise<SenderVerdict> {
    const { subject, messageId, soleFrom } = mail.parsed;
    const received = {
      ...entry,
      raw,
      head: mail.head,
      from: soleFrom?.email ?? null,
      envelopeFrom: knownSender(entry),
    };
    const verdict = await this.#services.senders.judge({ id: entry.id, store, waitedMs: entry.lookedUpMs }, received);
    const names = { subject, mailMessageId: messageId && bareMessageId(messageId) };
    if (verdict === "waiting") throw new Postponed({ for: "sender", names }, this.#recheckDelay());
    if (verdict === "full") throw new Postponed({ for: "place", names }, later);
    return verdict;
  }

  /** Handles a mail that was not decided: it waits, is tried again, or ends by its own fault. */
  async #handleFailure(job: ProcessMail, entry: BegunMail, error: unknown): Promise<void> {
    if (error instanceof Postponed) {
      await this.#postpone(job, error.when, (tx) => recordWait(tx, entry.id, error.wait));
      return this.#wakeWhenJudged(job);
    }
    if (error instanceof MustWait)
      return await this.#postpone(job, soon, (tx) => recordWait(tx, entry.id, { for: "mail" }));
    const { log } = this.#services;
    const trouble = classifyFailure(error);
    log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts, trouble }, "A mail could not be processed");
    if (trouble === "server") return await this.#retryServerFault(job, error);
    // Another mail may have ended the reader, so this one is tried again in a process of its own.
    if (trouble === "broken" && entry.breakOffs === 0)
      return await this.#postpone(job, atOnce, (tx) => countFailure(tx, entry.id, "break_offs"));
    const outcome = outcomeOfFailure(error, entry);
    if (outcome) return await this.#finish(job, entry, outcome);
    const count = (tx: TenantTx) => countFailure(tx, entry.id, trouble === "overrun" ? "overruns" : "faults");
    if (trouble === "overrun") return await this.#postpone(job, soon, count);
    if (job.isLastTry) return await this.#postpone(job, muchLater, count);
    await this.#services.db.withTenant(job.tenantId, count);
    throw error;
  }

  /** Tries a mail again after a fault of the server, without limit. */
  async #retryServerFault(job: ProcessMail, error: unknown): Promise<void> {
    const note = (tx: TenantTx) => recordWait(tx, job.mailLogId, { for: "server" });
    if (job.isLastTry) return await this.#postpone(job, muchLater, note);
    // If this fails too, the mail is treated as after a crash.
    await this.#services.db.withTenant(job.tenantId, note).catch(() => undefined);
    throw error;
  }

  async #finish({ tenantId }: ProcessMail, entry: BegunMail, outcome: Outcome): Promise<void> {
    const notes = notesWithoutParser(entry.start ?? Buffer.alloc(0));
    const isEnded = await this.#services.db.withTenant(tenantId, async (tx) => {
      const [waiting] = await lockWaiting(tx, [entry.id]);
      if (!waiting) return false;
      await finishMail(tx, waiting, outcome, notes);
      await emit(tx, "mail.logged", { mailId: waiting });
      return true;
    });
    if (isEnded) mailsFinished.inc({ state: outcome.state });
  }

  #postpone(
    { tenantId, mailLogId: id }: ProcessMail,
    when: Delay,
    note?: (tx: TenantTx) => Promise<unknown>,
  ): Promise<void> {
    return this.#postponer.add(tenantId, { id, when, ...(note && { note }) });
  }

  /** Queues a mail that was put off ahead of its time; thousands may be at once. */
  #requeueNow(job: ProcessMail, note?: (tx: TenantTx) => Promise<unknown>): Promise<void> {
    const isPatient = isOverBudget(this.#services.db, job.tenantId, performance.now());
    return this.#postpone(job, { ...atOnce, isPatient }, note);
  }

  /** When to look at a waiting mail again in case this process dies; later if more mails wait. */
  #recheckDelay(): Delay {
    const { least, most, mailsPerSecond } = intakeLimits.lookAgainSeconds;
    const seconds = Math.ceil(this.#services.senders.waiting / mailsPerSecond);
    return { afterSeconds: Math.min(most, Math.max(least, seconds)), isPatient: true };
  }

  /** Queues a mail again as soon as its sender is known. */
  #wakeWhenJudged(job: ProcessMail): void {
    const { senders, log } = this.#services;
    const { mailLogId } = job;
    const wake = async (verdict: SenderVerdict) => {
      // When name servers time out, thousands of mails may come at once.
      await this.#requeueNow(job, (tx) => saveSenderVerdict(tx, mailLogId, verdict));
      senders.forget(mailLogId);
    };
    senders
      .verdictOn(mailLogId)
      ?.then(wake)
      // The later job looks the sender up again.
      .catch((err: unknown) => log.warn({ err, mailLogId }, "What is known of a mail's sender could not be kept"));
  }

  /** Reads a mail, however long that takes. */
  async #read(owner: { store: TenantId; sender: string }, entry: BegunMail, start: Buffer): Promise<Reading> {
    const { db, settings, readers } = this.#services;
    // The folder is created only when something is put into it, which is rare.
    const folder = scratchPath(settings.dataDir);
    try {
      const raw = start.length < chunkSize ? start : await spoolRaw(db, owner.store, entry.rawMailId, folder);
      const input = {
        raw,
        attachmentFolder: join(folder, "parts"),
        envelopeFrom: knownSender(entry),
        cameToReturnPath: cameToReturnPath(settings, entry.envelopeTo.split(", ")),
        isReleased: entry.isReleased,
        publicUrl: settings.publicUrl,
      };
      const turn = { ...owner, isLate: entry.overruns > 0, isApart: entry.breakOffs > 0 };
      return { mail: await readers.read(input, turn), raw, folder };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Removes a mail's files. If its sender is still being looked up, that happens later in the background. */
  async #removeFiles(id: string, folder: string): Promise<void> {
    const remove = () => rm(folder, { recursive: true, force: true });
    const judging = this.#services.senders.verdictOn(id);
    if (!judging) return remove();
    // The next start removes what is left.
    const warn = (err: unknown) => this.#services.log.warn({ err, folder }, "A mail's files could not be removed");
    void judging.then(remove, remove).catch(warn);
  }

  async #decide(tenantId: TenantId, mail: ReadyMail, isSmall: boolean): Promise<void> {
    if (isSmall) {
      const ending = await this.#decided.add(tenantId, mail);
      if (ending.status === "fulfilled") return;
      if (ending.reason instanceof MustWait) throw ending.reason;
    }
    // The mail may only have been in the way of the others: alone it may wait for locks.
    await this.#alone.add(tenantId, mail);
  }
}

async function begin(db: Db, tenant: TenantId, ids: string[]): Promise<(BegunMail | undefined)[]> {
  // A power cut may undo this count, but not a crash of the server.
  const options = { plan: "once", commit: "soon" } as const;
  const begun = await db.withTenant(tenant, (tx) => beginAttempts(tx, ids), options);
  return ids.map((id) => begun.find((mail) => mail.id === id));
}

async function spoolRaw(db: Db, tenant: TenantId, rawMailId: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  await pipeline(readRaw(db, tenant, rawMailId), createWriteStream(path, { flags: "wx" }));
  return path;
}

/** The mail must wait for something, and is looked at again after a pause. */
class Postponed extends Error {
  readonly wait: Wait;
  readonly when: Delay;
  constructor(wait: Wait, when: Delay) {
    super();
    this.wait = wait;
    this.when = when;
  }
}

function knownSender({ envelopeFrom }: BegunMail): string | null {
  return envelopeFrom === intakeLimits.unknownSender ? null : envelopeFrom;
}

function hasFiles({ raw, mail }: Reading): boolean {
  return typeof raw === "string" || mail.parsed.attachments.length > 0;
}

const maxLength = 20_000;

/**
 * Uses the raw text as content if nothing of a mail could be read, so that an unparsable mail is still visible. `start` is its
 * first bytes. A mail that consists only of a header stays without text.
 */
function withRawText(read: ReadMail, start: Buffer, publicUrl: string): ReadMail {
  const { parsed, fullText, newText } = read;
  const isReadable = [fullText, newText, parsed.html ?? ""].some((text) => text.trim() !== "");
  if (isReadable || parsed.attachments.length > 0 || isOnlyHeader(read, start)) return read;
  // Cut before and after decoding, because a character has at most four bytes and the rest need not be decoded.
  const raw = storableText(start.subarray(0, 4 * maxLength).toString("utf8"), maxLength).trim();
  if (raw === "") return read;
  const holdsOwnLink = read.holdsOwnLink || ownLinkFinder(publicUrl)(raw);
  return { ...read, newText: raw, fullText: raw, leftOut: null, folding: null, holdsOwnLink };
}

// Lines of a text may look like header fields, so one of the two fields that mark a mail is required.
function isOnlyHeader({ head }: ReadMail, start: Buffer): boolean {
  const lines = start.toString("latin1").trimEnd().split(/\r?\n/);
  const isHeader = lines.every(
    (line, at) => /^(?:[!-9;-~]+[ \t]*:|[ \t]+\S)/.test(line) || (at === 0 && /^From /.test(line)),
  );
  return isHeader && head.fields.some(({ name }) => name === "from" || name === "subject");
}

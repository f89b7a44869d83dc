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
import type { SenderJudge } from "../authenticate/sender-judge.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { MailReaders } from "../read/mail-readers.ts";
import { ownLinkFinder } from "../read/own-links.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { type Reading, Readings } from "../read/readings.ts";
import { readRaw } from "../room/raw.queries.ts";
import {
  type BegunMail,
  beginAttempts,
  countTrouble,
  finishMail,
  keepVerdict,
  lockWaiting,
  noteWait,
  type Outcome,
  type Wait,
} from "./decide.queries.ts";
import { NotYet } from "./decide-bounce.ts";
import { decideAlone, decideTogether, type Ending, type ReadyMail } from "./decide-together.ts";
import { endOfTrouble, notesWithoutParser, troubleOf } from "./end-of-trouble.ts";
import { bareMessageId, cameToReturnPath } from "./own-marks.ts";
import { letsOthersFirst, PutOffs, type When } from "./process-mail-job.ts";

/** Limits the mails of a tenant in one transaction and the tenant's open transactions, to leave database connections for others. */
const together = { most: 16, atOnce: 2 };

const atOnce: When = { afterSeconds: 0 };
const soon: When = { afterSeconds: intakeLimits.waitPauseSeconds };
const later: When = { afterSeconds: intakeLimits.fullPauseSeconds, isPatient: true };
const muchLater: When = { afterSeconds: intakeLimits.troublePauseSeconds };

export type ProcessMail = { tenantId: TenantId; mailLogId: string; isLastTry: boolean };
/** What processing a mail needs. `readers` parses mail and `senders` checks senders, both off the main thread. */
export type ProcessServices = Pick<Services, "db" | "jobs" | "settings" | "log"> & {
  readers: Pick<MailReaders, "read">;
  senders: Pick<SenderJudge, "judge" | "verdictOn" | "isWaiting" | "waiting" | "forget">;
};

/**
 * Processes mails of the log to their end. Each is read and decided, and its decision is written with all its effects in one
 * transaction, which simultaneous mails of one tenant share (docs/decisions/0032).
 */
export class MailProcessor {
  readonly #services: ProcessServices;
  readonly #readings: Readings;
  readonly #begun: Gathering<string, BegunMail | undefined>;
  readonly #decided: Gathering<ReadyMail, Ending>;
  readonly #alone: Gathering<ReadyMail, void>;
  readonly #putOffs: PutOffs;
  readonly #inHand = new Set<string>();

  /** A mail whose reading takes longer than `patienceMs` is put off. */
  constructor(services: ProcessServices, { patienceMs = 2_000 } = {}) {
    this.#services = services;
    this.#readings = new Readings((folder) => rm(folder, { recursive: true, force: true }), patienceMs);
    this.#begun = new Gathering((tenant, ids) => begin(services.db, asTenantId(tenant), ids), together);
    this.#decided = new Gathering((tenant, mails) => decideTogether(services, asTenantId(tenant), mails), together);
    // Storing large files takes long, so such a mail gets a transaction of its own, one at a time.
    const decide = (tenant: string, mails: ReadyMail[]) =>
      Promise.all(mails.map((mail) => decideAlone(services, asTenantId(tenant), mail)));
    this.#alone = new Gathering(decide, { most: 1, atOnce: 1 });
    this.#putOffs = new PutOffs(services);
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
    if (senders.isWaiting(mailLogId)) return await this.#comeAgain(job, this.#lookAgain());
    this.#inHand.add(mailLogId);
    try {
      await this.#take(job);
    } finally {
      this.#inHand.delete(mailLogId);
    }
  }

  async #take(job: ProcessMail): Promise<void> {
    const entry = await this.#begun.add(job.tenantId, job.mailLogId);
    if (!entry) return;
    const start = entry.start ?? Buffer.alloc(0);
    let reading: Reading | null = null;
    try {
      const whose = { store: job.tenantId, sender: entry.envelopeFrom.toLowerCase() };
      const found = await this.#readings.of(entry.id, whose, () => this.#read(whose, entry, start));
      if (found === "reading") throw new Waits({ for: "reading" }, soon);
      if (found === "full") return await this.#waitForRoom(job, whose);
      reading = found;
      const verdict = entry.verdict ?? (await this.#judge(job.tenantId, entry, reading));
      const read = withRawText(reading.mail, start, this.#services.settings.publicUrl);
      await this.#decide(job.tenantId, { entry, read, verdict }, start.length < chunkSize);
    } catch (error) {
      await this.#endOtherwise(job, entry, error);
    } finally {
      if (reading && hasFiles(reading)) await this.#removeFiles(entry.id, reading.folder);
    }
  }

  /** Queues a mail again as soon as there is room to read it. */
  async #waitForRoom(job: ProcessMail, whose: { store: TenantId; sender: string }): Promise<void> {
    const { mailLogId: id } = job;
    await this.#comeAgain(job, later, (tx) => noteWait(tx, id, { for: "place" }));
    const onFault = (err: unknown) => this.#services.log.warn({ err, mailLogId: id }, "A mail could not be called");
    // If this fails, the later job still processes the mail.
    this.#readings.callWhenRoom(id, whose, () => void this.#comeNow(job).catch(onFault));
  }

  /** Returns the verdict on a mail's sender; throws `Waits` if that takes long. */
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
    if (verdict === "waiting") throw new Waits({ for: "sender", names }, this.#lookAgain());
    if (verdict === "full") throw new Waits({ for: "place", names }, later);
    return verdict;
  }

  /** Handles a mail that was not decided: it waits, is tried again, or ends by its own fault. */
  async #endOtherwise(job: ProcessMail, entry: BegunMail, error: unknown): Promise<void> {
    if (error instanceof Waits) {
      await this.#comeAgain(job, error.when, (tx) => noteWait(tx, entry.id, error.wait));
      return this.#wakeWhenJudged(job);
    }
    if (error instanceof NotYet)
      return await this.#comeAgain(job, soon, (tx) => noteWait(tx, entry.id, { for: "mail" }));
    const { log } = this.#services;
    const trouble = troubleOf(error);
    log.warn({ err: error, mailLogId: entry.id, attempts: entry.attempts, trouble }, "A mail could not be processed");
    if (trouble === "server") return await this.#outlast(job, error);
    // Another mail may have ended the reader, so this one is tried again in a process of its own.
    if (trouble === "broken" && entry.breakOffs === 0)
      return await this.#comeAgain(job, atOnce, (tx) => countTrouble(tx, entry.id, "break_offs"));
    const outcome = endOfTrouble(error, entry);
    if (outcome) return await this.#finish(job, entry, outcome);
    const count = (tx: TenantTx) => countTrouble(tx, entry.id, trouble === "overrun" ? "overruns" : "faults");
    if (trouble === "overrun") return await this.#comeAgain(job, soon, count);
    if (job.isLastTry) return await this.#comeAgain(job, muchLater, count);
    await this.#services.db.withTenant(job.tenantId, count);
    throw error;
  }

  /** Tries a mail again after a fault of the server, without limit. */
  async #outlast(job: ProcessMail, error: unknown): Promise<void> {
    const note = (tx: TenantTx) => noteWait(tx, job.mailLogId, { for: "server" });
    if (job.isLastTry) return await this.#comeAgain(job, muchLater, note);
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

  #comeAgain(
    { tenantId, mailLogId: id }: ProcessMail,
    when: When,
    note?: (tx: TenantTx) => Promise<unknown>,
  ): Promise<void> {
    return this.#putOffs.add(tenantId, { id, when, ...(note && { note }) });
  }

  /** Queues a mail that was put off ahead of its time; thousands may be at once. */
  #comeNow(job: ProcessMail, note?: (tx: TenantTx) => Promise<unknown>): Promise<void> {
    const isPatient = letsOthersFirst(this.#services.db, job.tenantId, performance.now());
    return this.#comeAgain(job, { ...atOnce, isPatient }, note);
  }

  /** When to look at a waiting mail again in case this process dies; later if more mails wait. */
  #lookAgain(): When {
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
      await this.#comeNow(job, (tx) => keepVerdict(tx, mailLogId, verdict));
      senders.forget(mailLogId);
    };
    senders
      .verdictOn(mailLogId)
      ?.then(wake)
      // The later job looks the sender up again.
      .catch((err: unknown) => log.warn({ err, mailLogId }, "What is known of a mail's sender could not be kept"));
  }

  /** Reads a mail, however long that takes. */
  async #read(whose: { store: TenantId; sender: string }, entry: BegunMail, start: Buffer): Promise<Reading> {
    const { db, settings, readers } = this.#services;
    // The folder is created only when something is put into it, which is rare.
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
      const turn = { ...whose, isLate: entry.overruns > 0, isApart: entry.breakOffs > 0 };
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
      if (ending.reason instanceof NotYet) throw ending.reason;
    }
    // The mail may only have been in the way of the others: alone it may wait for locks.
    await this.#alone.add(tenantId, mail);
  }
}

async function begin(db: Db, tenant: TenantId, ids: string[]): Promise<(BegunMail | undefined)[]> {
  // A power cut may undo this count, but not a crash of the server.
  const how = { plan: "once", commit: "soon" } as const;
  const begun = await db.withTenant(tenant, (tx) => beginAttempts(tx, ids), how);
  return ids.map((id) => begun.find((mail) => mail.id === id));
}

async function spoolRaw(db: Db, tenant: TenantId, rawMailId: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  await pipeline(readRaw(db, tenant, rawMailId), createWriteStream(path, { flags: "wx" }));
  return path;
}

/** The mail must wait for something, and is looked at again after a pause. */
class Waits extends Error {
  readonly wait: Wait;
  readonly when: When;
  constructor(wait: Wait, when: When) {
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
  return { ...read, newText: raw, fullText: raw, leftOut: null, holdsOwnLink };
}

// Lines of a text may look like header fields, so one of the two fields that mark a mail is required.
function isOnlyHeader({ head }: ReadMail, start: Buffer): boolean {
  const lines = start.toString("latin1").trimEnd().split(/\r?\n/);
  const isHeader = lines.every(
    (line, at) => /^(?:[!-9;-~]+[ \t]*:|[ \t]+\S)/.test(line) || (at === 0 && /^From /.test(line)),
  );
  return isHeader && head.fields.some(({ name }) => name === "from" || name === "subject");
}

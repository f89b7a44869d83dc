import { orNull } from "../../../platform/bounded-work/within.ts";
import { intakeLimits } from "../intake-limits.ts";
import { incompleteVerdicts, type SenderVerdict } from "./judge-sender.ts";
import type { ReceivedMail, SenderChecks } from "./sender-checks.ts";

type Options = {
  /** How long a mail holds its place before it is put off. */
  patienceMs?: number;
  /** How many waiting mails hold their places; beyond this a waiting mail is put off at once. */
  mostPatient?: number;
  /** How long a mail waits in all. */
  limitMs?: number;
};
type PendingCheck = {
  bytes: number;
  isFile: boolean;
  /** Resolves once it waits for name servers. */
  waits: Promise<void>;
  verdict: Promise<SenderVerdict>;
  isOver: boolean;
};

/** Limits the waiting mails, their bytes and their files. */
const most = { mails: 10_000, bytes: 64_000_000, files: 64 };
/** The time for a mail whose limit had passed before this process began: its answers may be known by now. */
const lastChanceMs = 1_500;

/**
 * Judges senders without blocking the mails behind: a slow check continues in the background, and its result is fetched by the mail's
 * id. The time that a mail has waited is stored with the mail, so a new process does not start over.
 */
export class PendingVerdicts {
  readonly #checks: Pick<SenderChecks, "judge">;
  readonly #patienceMs: number;
  readonly #mostPatient: number;
  readonly #limitMs: number;
  readonly #pending = new Map<string, PendingCheck>();
  #bytes = 0;
  #files = 0;

  constructor(
    checks: Pick<SenderChecks, "judge">,
    { patienceMs = 400, mostPatient = 16, limitMs = intakeLimits.lookupSeconds * 1_000 }: Options = {},
  ) {
    this.#checks = checks;
    this.#patienceMs = patienceMs;
    this.#mostPatient = mostPatient;
    this.#limitMs = limitMs;
  }

  /**
   * Returns the verdict on a mail that has already waited `waitedMs`; "waiting" if that takes long, and "full" if too many others wait,
   * so that the caller must ask again.
   */
  async judge(
    { id, store, waitedMs }: { id: string; store: string; waitedMs: number },
    mail: ReceivedMail,
  ): Promise<SenderVerdict | "waiting" | "full"> {
    const leftMs = Math.max(this.#limitMs - waitedMs, Math.min(lastChanceMs, this.#limitMs));
    const pending = this.#pending.get(id) ?? this.#ask(id, store, mail, leftMs);
    if (pending === null) return waitedMs >= this.#limitMs ? incompleteVerdicts.crowded : "full";
    const isPatient = this.#pending.size <= this.#mostPatient;
    const wait = isPatient
      ? orNull(this.#patienceMs, pending.verdict)
      : Promise.race([pending.verdict, pending.waits.then(() => null)]);
    const verdict = await wait;
    if (verdict === null) return "waiting";
    this.#forget(id, pending);
    return verdict;
  }

  /** Returns the verdict on a mail that was put off; undefined if this process is not looking it up. */
  verdictOn(id: string): Promise<SenderVerdict> | undefined {
    return this.#pending.get(id)?.verdict;
  }

  /** Whether this process is still looking up a mail that was put off. */
  isWaiting(id: string): boolean {
    return this.#pending.get(id)?.isOver === false;
  }

  /** How many mails are being looked up. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** Drops a mail whose verdict has been stored elsewhere. */
  forget(id: string): void {
    const pending = this.#pending.get(id);
    if (pending) this.#forget(id, pending);
  }

  #forget(id: string, { bytes, isFile }: PendingCheck): void {
    if (!this.#pending.delete(id)) return;
    this.#bytes -= bytes;
    this.#files -= isFile ? 1 : 0;
  }

  #ask(id: string, store: string, mail: ReceivedMail, leftMs: number): PendingCheck | null {
    const isFile = typeof mail.raw === "string";
    const ofHead = mail.head.fields.reduce((sum, { value }) => sum + value.length, 0);
    const bytes = ofHead + (isFile ? 0 : mail.raw.length);
    const isFull = this.#pending.size >= most.mails || this.#bytes + bytes > most.bytes;
    if (isFull || (isFile && this.#files >= most.files)) return null;
    const { promise: waits, resolve: onWait } = Promise.withResolvers<void>();
    const verdict = this.#checks.judge(mail, { store, leftMs, onWait });
    const pending: PendingCheck = { bytes, isFile, waits, verdict, isOver: false };
    this.#pending.set(id, pending);
    this.#bytes += bytes;
    this.#files += isFile ? 1 : 0;
    const end = () => {
      pending.isOver = true;
    };
    // The caller gets the failure and may ask again.
    verdict.then(end, () => this.forget(id));
    return pending;
  }
}

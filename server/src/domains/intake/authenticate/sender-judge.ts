import { orNull } from "../../../platform/bounded-work/within.ts";
import { intakeLimits } from "../intake-limits.ts";
import { type SenderVerdict, shortOf } from "./judge-sender.ts";
import type { ReceivedMail, SenderChecks } from "./sender-checks.ts";

type Options = {
  /** How long a mail is held up before it is put off. */
  patienceMs?: number;
  /** So many mails are held up while they wait for a moment; of more each gives its place to others at once. */
  mostPatient?: number;
  /** How long a mail waits in all. */
  limitMs?: number;
};
type Question = {
  bytes: number;
  isFile: boolean;
  /** Resolves once it waits for name servers. */
  waits: Promise<void>;
  verdict: Promise<SenderVerdict>;
  isOver: boolean;
};

/** What is held of mails that wait: so many, so many bytes of them, and so many files. */
const most = { mails: 10_000, bytes: 64_000_000, files: 64 };
/** One that has waited its time when its process began gets a moment still: what it asks for may be known by now. */
const lastChanceMs = 1_500;

/**
 * Judges the senders of mails without holding up the mails behind them: what takes long goes on by itself, and is asked
 * for again by the mail's id. How long a mail has waited is kept with the mail: no process begins that anew.
 */
export class SenderJudge {
  readonly #checks: Pick<SenderChecks, "judge">;
  readonly #patienceMs: number;
  readonly #mostPatient: number;
  readonly #limitMs: number;
  readonly #asked = new Map<string, Question>();
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
   * The verdict on a mail to a store, which has waited so long for it; "waiting" while it takes long, and "full" where so many others
   * wait that it was not begun: then it is to be asked for again.
   */
  async judge(
    { id, store, waitedMs }: { id: string; store: string; waitedMs: number },
    mail: ReceivedMail,
  ): Promise<SenderVerdict | "waiting" | "full"> {
    const leftMs = Math.max(this.#limitMs - waitedMs, Math.min(lastChanceMs, this.#limitMs));
    const question = this.#asked.get(id) ?? this.#ask(id, store, mail, leftMs);
    if (question === null) return waitedMs >= this.#limitMs ? shortOf.crowded : "full";
    const isPatient = this.#asked.size <= this.#mostPatient;
    const wait = isPatient
      ? orNull(this.#patienceMs, question.verdict)
      : Promise.race([question.verdict, question.waits.then(() => null)]);
    const verdict = await wait;
    if (verdict === null) return "waiting";
    this.#forget(id, question);
    return verdict;
  }

  /** The verdict on a mail that was put off, once there is one; undefined where it is not being looked up here. */
  verdictOn(id: string): Promise<SenderVerdict> | undefined {
    return this.#asked.get(id)?.verdict;
  }

  /** Whether a mail that was put off is still being looked up here. */
  isWaiting(id: string): boolean {
    return this.#asked.get(id)?.isOver === false;
  }

  /** How many mails are being looked up. */
  get waiting(): number {
    return this.#asked.size;
  }

  /** Lets go of a mail whose verdict is known elsewhere by now. */
  forget(id: string): void {
    const question = this.#asked.get(id);
    if (question) this.#forget(id, question);
  }

  #forget(id: string, { bytes, isFile }: Question): void {
    if (!this.#asked.delete(id)) return;
    this.#bytes -= bytes;
    this.#files -= isFile ? 1 : 0;
  }

  #ask(id: string, store: string, mail: ReceivedMail, leftMs: number): Question | null {
    const isFile = typeof mail.raw === "string";
    const ofHead = mail.head.fields.reduce((sum, { value }) => sum + value.length, 0);
    const bytes = ofHead + (isFile ? 0 : mail.raw.length);
    const isFull = this.#asked.size >= most.mails || this.#bytes + bytes > most.bytes;
    if (isFull || (isFile && this.#files >= most.files)) return null;
    const { promise: waits, resolve: onWait } = Promise.withResolvers<void>();
    const verdict = this.#checks.judge(mail, { store, leftMs, onWait });
    const question: Question = { bytes, isFile, waits, verdict, isOver: false };
    this.#asked.set(id, question);
    this.#bytes += bytes;
    this.#files += isFile ? 1 : 0;
    const end = () => {
      question.isOver = true;
    };
    // Whoever asks is told of a failure, and asks anew then.
    verdict.then(end, () => this.forget(id));
    return question;
  }
}

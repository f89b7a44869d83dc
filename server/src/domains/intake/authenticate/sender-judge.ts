import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { organisationOf } from "./domains.ts";
import type { SenderVerdict } from "./judge-sender.ts";
import type { ReceivedMail, SenderChecks } from "./sender-checks.ts";

type Options = {
  /** How long a mail is held up before it is put off. */
  patienceMs?: number;
  /** How long a verdict is waited for at all, its turn included. */
  limitMs?: number;
};
type Question = { askedAt: number; verdict: Promise<SenderVerdict> };

/** Mails that say to be of one organisation are looked up so many at a time: its name servers may be slow on purpose. */
const mostOfOne = 4;
const mostKept = 1_000;

const tooSlow: SenderVerdict = { check: "none", reason: "Its name servers took too long." };

/**
 * Judges the senders of mails without holding up the mails behind them: what takes long goes on by itself, and is asked
 * for again by the mail's id.
 */
export class SenderJudge {
  readonly #checks: Pick<SenderChecks, "judge">;
  readonly #patienceMs: number;
  readonly #limitMs: number;
  readonly #asked = new Map<string, Question>();
  readonly #turns = new Map<string, LimitFunction>();

  constructor(checks: Pick<SenderChecks, "judge">, { patienceMs = 400, limitMs = 6_000 }: Options = {}) {
    this.#checks = checks;
    this.#patienceMs = patienceMs;
    this.#limitMs = limitMs;
  }

  /** The verdict on a mail; null while it takes long: then it is to be asked for again, up to the limit. */
  async judge(id: string, mail: ReceivedMail): Promise<SenderVerdict | null> {
    const question = this.#asked.get(id) ?? this.#ask(id, mail);
    const impatient = new AbortController();
    const late = sleep(this.#patienceMs, null, { signal: impatient.signal }).catch(() => null); // It ended in time.
    const verdict = await Promise.race([question.verdict, late]);
    impatient.abort();
    if (verdict === null && Date.now() - question.askedAt < this.#limitMs) return null;
    this.#asked.delete(id);
    return verdict ?? tooSlow;
  }

  /** Resolves when a mail that was put off is not read any more; undefined where nobody reads it. */
  stillReading(id: string): Promise<unknown> | undefined {
    return this.#asked.get(id)?.verdict;
  }

  #ask(id: string, mail: ReceivedMail): Question {
    const verdict = this.#inTurn(mail.from === null ? "" : organisationOf(mail.from), () => this.#checks.judge(mail));
    const question = { askedAt: Date.now(), verdict };
    // Another process may have taken the mail: nobody asks again, and the oldest is forgotten.
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size >= mostKept) this.#asked.delete(oldest);
    this.#asked.set(id, question);
    return question;
  }

  async #inTurn<Result>(organisation: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.get(organisation) ?? pLimit(mostOfOne);
    this.#turns.set(organisation, turn);
    try {
      return await turn(work);
    } finally {
      if (turn.activeCount + turn.pendingCount <= 1) this.#turns.delete(organisation);
    }
  }
}

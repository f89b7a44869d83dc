export type Pace = {
  /** On average, without end. */
  perSecond: number;
  /** At once, after a rest. */
  burst: number;
};

type Bucket = { level: number; at: number };

/** More than people who ask in the same minutes; then those are looked for that have rested. */
const mostBuckets = 10_000;

/** How much each of many names may ask: a bucket that fills steadily up to its burst, and gives one for each request. */
export class TokenBuckets {
  readonly #pace: Pace;
  readonly #buckets = new Map<string, Bucket>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Milliseconds until one more is due; 0 when it is. */
  waitMs(name: string, now: number): number {
    return Math.max(0, ((1 - this.#levelOf(name, now)) / this.#pace.perSecond) * 1_000);
  }

  /** Takes one; taken before it is due, all later ones are due later. */
  take(name: string, now: number): void {
    if (this.#buckets.size >= mostBuckets) this.#forgetRested(now);
    this.#buckets.set(name, { level: this.#levelOf(name, now) - 1, at: now });
  }

  #levelOf(name: string, now: number): number {
    const bucket = this.#buckets.get(name);
    if (!bucket) return this.#pace.burst;
    return Math.min(this.#pace.burst, bucket.level + (Math.max(0, now - bucket.at) / 1_000) * this.#pace.perSecond);
  }

  // Who has rested has as much as somebody new.
  #forgetRested(now: number): void {
    for (const name of this.#buckets.keys()) {
      if (this.#levelOf(name, now) >= this.#pace.burst) this.#buckets.delete(name);
    }
  }
}

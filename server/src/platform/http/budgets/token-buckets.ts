export type Pace = {
  /** Long-term average. */
  perSecond: number;
  /** At once, after a pause. */
  burst: number;
};

type Bucket = { level: number; at: number };

/** More than the people active in the same minutes; beyond it, full buckets are dropped. */
const mostBuckets = 10_000;

/** Rate limits by name: a bucket refills steadily up to its burst, and each request takes one token. */
export class TokenBuckets {
  readonly #pace: Pace;
  readonly #buckets = new Map<string, Bucket>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Milliseconds until the next token; 0 if there is one. */
  waitMs(name: string, now: number): number {
    return Math.max(0, ((1 - this.levelOf(name, now)) / this.#pace.perSecond) * 1_000);
  }

  /** Takes a token; taking it early delays later ones. */
  take(name: string, now: number): void {
    if (this.#buckets.size >= mostBuckets) this.#dropFull(now);
    this.#buckets.set(name, { level: this.levelOf(name, now) - 1, at: now });
  }

  /** The tokens there are; below 0 if some were taken early. */
  levelOf(name: string, now: number): number {
    const bucket = this.#buckets.get(name);
    if (!bucket) return this.#pace.burst;
    return Math.min(this.#pace.burst, bucket.level + (Math.max(0, now - bucket.at) / 1_000) * this.#pace.perSecond);
  }

  // A full bucket equals a new one.
  #dropFull(now: number): void {
    for (const name of this.#buckets.keys()) {
      if (this.levelOf(name, now) >= this.#pace.burst) this.#buckets.delete(name);
    }
  }
}

/** After so long without a refusal one more is tried. */
const calmMs = 60_000;

/** How many mails may be on their way at once, as far as the relay lets us: one less whenever it has no room for one more beside others. */
export class RelayLimit {
  readonly #most: number;
  readonly #now: () => number;
  #limit: number;
  #since = 0;

  constructor(most: number, now = Date.now) {
    this.#most = most;
    this.#limit = most;
    this.#now = now;
  }

  /** Whether one more may go beside so many. */
  hasRoom(onTheirWay: number): boolean {
    const calm = Math.floor((this.#now() - this.#since) / calmMs);
    if (calm > 0 && this.#limit < this.#most) {
      this.#limit = Math.min(this.#most, this.#limit + calm);
      this.#since = this.#now();
    }
    return this.#limit === this.#most || onTheirWay < this.#limit;
  }

  /** One of so many was refused its connection. */
  refused(onTheirWay: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, onTheirWay - 1));
    this.#since = this.#now();
  }
}

const burstMs = 10 * 60_000;
const mostRemembered = 10_000;

/** What happens again and again within ten minutes counts as one burst. */
export class Bursts {
  readonly #until = new Map<string, number>();

  /** Whether this is the first of a burst of its kind. */
  begins(kind: string, now = Date.now()): boolean {
    const until = this.#until.get(kind) ?? 0;
    if (until > now) return false;
    if (this.#until.size >= mostRemembered) this.#until.clear();
    this.#until.set(kind, now + burstMs);
    return true;
  }
}

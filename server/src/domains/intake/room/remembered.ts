/** So many are remembered at the most; then all are forgotten. */
const most = 10_000;

/** Remembers for a while what was found out by name, so that a burst asks once. */
export class Remembered<Value> {
  readonly #known = new Map<string, { value: Value; until: number }>();
  readonly #forMs: number;

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  /** What is remembered by this name, else what is found out now. */
  async of(name: string, findOut: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(name);
    if (known && known.until > Date.now()) return known.value;
    const value = await findOut();
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(name, { value, until: Date.now() + this.#forMs });
    return value;
  }
}

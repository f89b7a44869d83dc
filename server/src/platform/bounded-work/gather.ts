import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";

type Call<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** What is done together; what it throws is thrown for each of them. */
type Work<Item, Result> = (key: string, items: Item[]) => Promise<Result[]>;

/**
 * Does together what comes together: what is added for a key waits while that key's last ones are being done, and is then
 * done in one go, in the order in which it came. The busier it is, the more go together.
 */
export class Gathering<Item, Result> {
  readonly #work: Work<Item, Result>;
  readonly #most: number;
  readonly #inTurn: LimitFunction;
  readonly #waiting = new Map<string, Call<Item, Result>[]>();

  /** `most` go together at a time, and `atOnce` keys' are done at the same time. */
  constructor(work: Work<Item, Result>, { most, atOnce }: { most: number; atOnce: number }) {
    this.#work = work;
    this.#most = most;
    this.#inTurn = pLimit(atOnce);
  }

  /** Resolves with what the work gave for this item. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const call = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) return void waiting.push(call);
      this.#waiting.set(key, [call]);
      void this.#drain(key);
    });
  }

  async #drain(key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    while (waiting.length > 0) await this.#inTurn(() => this.#doSome(key, waiting.splice(0, this.#most)));
    this.#waiting.delete(key);
  }

  async #doSome(key: string, calls: Call<Item, Result>[]): Promise<void> {
    try {
      const items = calls.map(({ item }) => item);
      const results = await this.#work(key, items);
      for (const [at, { resolve }] of calls.entries()) resolve(results[at] as Result);
    } catch (error) {
      // Whoever added them is told, and decides.
      for (const { reject } of calls) reject(error);
    }
  }
}

import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";

type Call<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** Processes a batch; an error rejects every item of it. */
type Work<Item, Result> = (key: string, items: Item[]) => Promise<Result[]>;

/**
 * Batches concurrent work by key: items added while a key's last batch runs form its next one, in their order. The
 * busier it is, the larger the batches.
 */
export class Gathering<Item, Result> {
  readonly #work: Work<Item, Result>;
  readonly #most: number;
  readonly #inTurn: LimitFunction;
  readonly #waiting = new Map<string, Call<Item, Result>[]>();

  /** A batch has up to `most` items; up to `atOnce` keys run at the same time. */
  constructor(work: Work<Item, Result>, { most, atOnce }: { most: number; atOnce: number }) {
    this.#work = work;
    this.#most = most;
    this.#inTurn = pLimit(atOnce);
  }

  /** Adds an item and resolves with its result. */
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
    while (waiting.length > 0) await this.#inTurn(() => this.#runBatch(key, waiting.splice(0, this.#most)));
    this.#waiting.delete(key);
  }

  async #runBatch(key: string, calls: Call<Item, Result>[]): Promise<void> {
    try {
      const items = calls.map(({ item }) => item);
      const results = await this.#work(key, items);
      for (const [at, { resolve }] of calls.entries()) resolve(results[at] as Result);
    } catch (error) {
      // The callers decide what to do.
      for (const { reject } of calls) reject(error);
    }
  }
}

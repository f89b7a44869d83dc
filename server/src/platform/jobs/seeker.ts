import { setTimeout as sleep } from "node:timers/promises";
import type { TenantId } from "../db/tenant.ts";

/** Something that was found to be done, for a tenant. */
export type Found = { tenantId: TenantId; work: () => Promise<void> };

/** Work that stands in tables of its own, and not in a queue: it is looked for. */
export type Search = {
  /** As its runs are called in the metrics and the log. */
  name: string;
  /** How much of it is done at once. */
  most: number;
  /** Finds what is to be done next; null where nothing is by now. It is asked again whenever something ends, and `call` has it asked. */
  find: (call: () => void) => Promise<Found | null>;
};

/** What failed is found again at once: it keeps its place for so long. */
const restMs = 1_000;

/** Does what it finds, as much at once as it may, one search at a time. */
export class Seeker {
  readonly name: string;
  readonly #most: number;
  readonly #find: Search["find"];
  readonly #onError: (error: Error) => void;
  readonly #going = new Set<Promise<void>>();
  #searching: Promise<void> | null = null;
  #isCalled = false;
  readonly #isOver = new AbortController();
  #answeredAt = Date.now();

  constructor({ name, most, find }: Search, onError: (error: Error) => void) {
    this.name = name;
    this.#most = most;
    this.#find = find;
    this.#onError = onError;
  }

  /** There may be something to be done. */
  call(): void {
    this.#isCalled = true;
    if (this.#searching || this.#isOver.signal.aborted) return;
    this.#searching = this.#search().finally(() => {
      this.#searching = null;
      // It was called after the last look.
      if (this.#isCalled && this.#going.size < this.#most) this.call();
    });
  }

  /** Whether it has nothing in hand, and has been given no answer since a time. */
  stands(since: number): boolean {
    return this.#going.size === 0 && this.#answeredAt < since;
  }

  /** Looks for nothing more, and waits for what is in hand, but no longer than `withinMs`. */
  async stop(withinMs: number): Promise<void> {
    this.#isOver.abort();
    const timer = Promise.withResolvers<void>();
    const clock = setTimeout(timer.resolve, withinMs);
    await Promise.race([Promise.all([this.#searching, ...this.#going]), timer.promise]);
    clearTimeout(clock);
  }

  async #search(): Promise<void> {
    while (this.#isCalled && !this.#isOver.signal.aborted && this.#going.size < this.#most) {
      this.#isCalled = false;
      const found = await this.#ask();
      if (!found) continue;
      // There may be more.
      this.#isCalled = true;
      const going = this.#do(found).finally(() => {
        this.#going.delete(going);
        this.call();
      });
      this.#going.add(going);
    }
  }

  async #ask(): Promise<Found | null> {
    try {
      const found = await this.#find(() => this.call());
      this.#answeredAt = Date.now();
      return found;
    } catch (error) {
      // Told, and asked again when it is called next.
      this.#onError(asError(error));
      return null;
    }
  }

  async #do({ work }: Found): Promise<void> {
    try {
      await work();
    } catch (error) {
      // It is still to be done, and found again.
      this.#onError(asError(error));
      await sleep(restMs, undefined, { signal: this.#isOver.signal }).catch(() => undefined); // Nothing is looked for any more.
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

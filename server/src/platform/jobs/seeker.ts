import { setTimeout as sleep } from "node:timers/promises";
import type { TenantId } from "../db/tenant.ts";

/** A piece of work found for a tenant. Work that would go on for long ends when the signal says so. */
export type Found = { tenantId: TenantId; work: (ending: AbortSignal) => Promise<void> };

/** Work recorded in its own tables instead of a queue, which must be searched for. */
export type Search = {
  /** Its name in metrics and log. */
  name: string;
  /** How much of it runs at once. */
  most: number;
  /** Finds the next piece of work, or null. Called again when a piece ends; `call` triggers another search. */
  find: (call: () => void) => Promise<Found | null>;
};

/** Failed work would be found again at once, so it keeps its place this long. */
const restMs = 1_000;

/** Runs the work it finds, up to `most` at once, with one search at a time. */
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

  /** Triggers a search. */
  call(): void {
    this.#isCalled = true;
    if (this.#searching || this.#isOver.signal.aborted) return;
    this.#searching = this.#search().finally(() => {
      this.#searching = null;
      // Called after the last search began.
      if (this.#isCalled && this.#going.size < this.#most) this.call();
    });
  }

  /** Whether it is idle and its search has not been answered since a time. */
  isStuck(since: number): boolean {
    return this.#going.size === 0 && this.#answeredAt < since;
  }

  /** Stops searching and waits up to `withinMs` for running work. */
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
      // Reported; the next call searches again.
      this.#onError(asError(error));
      return null;
    }
  }

  async #do({ work }: Found): Promise<void> {
    try {
      await work(this.#isOver.signal);
    } catch (error) {
      // The work remains and will be found again.
      this.#onError(asError(error));
      await sleep(restMs, undefined, { signal: this.#isOver.signal }).catch(() => undefined); // Stopped.
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import type { Found, Search } from "../../platform/jobs/seeker.ts";
import type { Services } from "../../platform/services.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteOldEffects, endTry, selectStoresWithDueEffects, takeDueEffect } from "./effects.queries.ts";
import { type Outcome, type Patience, performers, type TriedEffect } from "./performers.ts";

/** So many at once in a process, and of one store, so that a store whose receivers hang leaves room to the others. */
const most = 16;
const mostOfStore = 4;
/** How often the table is checked for stores with due effects. */
const looksEveryMs = 1_000;

/**
 * How many seconds after a failed try the next one follows: each time twice as many, up to the longest pause, and up to a tenth more, so
 * that what failed together does not come back together.
 */
function pauseAfter(tries: number, { firstPauseSeconds, longestPauseSeconds }: Patience): number {
  const pause = Math.min(firstPauseSeconds * 2 ** Math.min(tries - 1, 20), longestPauseSeconds);
  return pause * (1 + Math.random() / 10);
}

/** Does what is planned outside, the stores in turns (docs/decisions/0124). */
class DueEffects {
  readonly #services: Services;
  /** Stores that may have due effects, in the order of their turns. */
  readonly #stores = new Set<TenantId>();
  /** What is being tried, by its target: one at a time, so that a receiver that hangs holds up no other of its store. */
  readonly #running = new Map<TenantId, Set<string>>();
  #looksAt = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Begins the next try; null if nothing is due. */
  async find(): Promise<Found | null> {
    await this.#look();
    for (const tenantId of [...this.#stores]) {
      const running = this.#running.get(tenantId) ?? new Set();
      if (running.size >= mostOfStore) continue;
      this.#stores.delete(tenantId);
      const effect = await this.#services.db.withTenant(tenantId, (tx) => takeDueEffect(tx, [...running]));
      if (!effect) continue;
      this.#stores.add(tenantId);
      this.#running.set(tenantId, running.add(effect.targetId));
      return { tenantId, work: () => this.#perform(tenantId, effect) };
    }
    return null;
  }

  async #look(): Promise<void> {
    const now = Date.now();
    if (now - this.#looksAt < looksEveryMs) return;
    this.#looksAt = now;
    for (const id of await this.#services.db.withoutTenant(selectStoresWithDueEffects))
      this.#stores.add(asTenantId(id));
  }

  async #perform(tenantId: TenantId, effect: TriedEffect): Promise<void> {
    try {
      await this.#end(tenantId, effect, await this.#try(tenantId, effect));
    } finally {
      const running = this.#running.get(tenantId);
      running?.delete(effect.targetId);
      if (running?.size === 0) this.#running.delete(tenantId);
    }
  }

  /** Stores an outcome. One that can never be stored would be tried for ever, so its performer may say how it ends then. */
  async #end(tenantId: TenantId, effect: TriedEffect, outcome: Outcome): Promise<void> {
    try {
      await this.#store(tenantId, effect, outcome);
    } catch (error) {
      const { unstorable } = performers.of(effect.kind);
      if (!unstorable) throw error;
      this.#services.log.error({ err: error, tenantId, effectId: effect.id }, "An effect's outcome was not stored");
      try {
        // The database may only have been away for a moment.
        await this.#store(tenantId, effect, outcome);
      } catch {
        await this.#store(tenantId, effect, unstorable(effect));
      }
    }
  }

  #store(tenantId: TenantId, effect: TriedEffect, outcome: Outcome): Promise<void> {
    const { patience } = performers.of(effect.kind);
    return this.#services.db.withTenant(tenantId, async (tx) => {
      const state = await endTry(tx, effect, outcome, {
        againInSeconds: pauseAfter(effect.tries, patience),
        triedSeconds: patience.triedSeconds,
      });
      if (state === null) return;
      await outcome.keep?.(tx, state);
      await emit(tx, "effect.changed", { effectId: effect.id, targetId: effect.targetId });
    });
  }

  async #try(tenantId: TenantId, effect: TriedEffect): Promise<Outcome> {
    try {
      return await performers.of(effect.kind).perform(this.#services, tenantId, effect);
    } catch (error) {
      // A fault of ours: it is tried again, as one of the receiver's is.
      this.#services.log.error({ err: error }, "An effect failed");
      return { end: "failed", answer: "An unexpected error occurred" };
    }
  }
}

/** Looks for effects that are due, and does them. */
export function searchEffects(services: Services): Search {
  const due = new DueEffects(services);
  return { name: "effects.perform", most, find: () => due.find() };
}

/** Forgets what ended long ago. */
export const forgetOldEffects: Schedule = {
  name: "effects.forget-old",
  cron: "53 3 * * *",
  work: (services) => forEachTenant(services, deleteOldEffects),
};

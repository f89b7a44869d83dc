import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import { askOnce, type Refusal } from "./ask-once.ts";
import { costsAt } from "./query-costs.ts";
import { StoreFault } from "./store-fault.ts";

/** A GraphQL query or mutation of the Admin API, and what its answer has to look like. */
export type AdminQuery<Data> = { text: string; answer: z.ZodType<Data> };

/** A store's GraphQL Admin API. */
export type AdminApi = {
  /** Asks and returns the answer. Rejects with a StoreFault. What only reads may be asked any number of times. */
  ask<Data>(query: AdminQuery<Data>, variables: Record<string, unknown>): Promise<Data>;
};

/**
 * How often something is tried at most, how long one try may take, about how long the first pause is and the longest, and after how
 * long nothing is tried again, in ms.
 */
export type Patience = {
  tries: number;
  timeoutMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
  withinMs: number;
};

/**
 * Of somebody who waits for it on a screen; of somebody who looks on while it goes its way; of a job, which the queue tries
 * again: a store that is silent is not to hold up those of others.
 */
export const patience = {
  person: { tries: 2, timeoutMs: 8_000, firstPauseMs: 300, longestPauseMs: 2_500, withinMs: 10_000 },
  // As often as goes into its time.
  watched: {
    tries: Number.POSITIVE_INFINITY,
    timeoutMs: 15_000,
    firstPauseMs: 500,
    longestPauseMs: 20_000,
    withinMs: 60_000,
  },
  job: { tries: 4, timeoutMs: 10_000, firstPauseMs: 500, longestPauseMs: 10_000, withinMs: 10_000 },
} as const satisfies Record<string, Patience>;

/** Who asks a store, and how patient each of them is. */
export type Patiences = Readonly<Record<keyof typeof patience, Patience>>;

/** What time it is, in ms, and what waits so many of them. */
type Clock = { now(): number; pause(ms: number): Promise<unknown> };
const realClock: Clock = { now: () => Date.now(), pause: (ms) => sleep(ms) };

/** Which store is asked: its address, the version of its API and the token that it gave. */
export type AdminAccess = { storeUrl: string; apiVersion: string; accessToken: string };

/**
 * A store's Admin API with one access token. A store that is not reachable, is busy or answers nonsense is asked again, each
 * time after a longer pause with some chance in it; what it refuses is not (shopify.dev: API response codes, API limits).
 */
export function openAdminApi(
  access: AdminAccess,
  { tries, timeoutMs, firstPauseMs, longestPauseMs, withinMs }: Patience,
  { now, pause }: Clock = realClock,
): AdminApi {
  const costs = costsAt(access.storeUrl);

  async function ask<Data>(query: AdminQuery<Data>, variables: Record<string, unknown>): Promise<Data> {
    const latest = now() + withinMs;
    for (let tried = 1; ; tried += 1) {
      await takePoints(query);
      const answer = await askOnce(access, query, variables, timeoutMs);
      const again = answer.cost ? costs.learn(query, answer.cost.requested, answer.cost.status, now()) : 0;
      if ("data" in answer) return answer.data;
      if (tried >= tries || !isWorthAnother(answer.fault)) throw answer.fault;
      const own = Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs / 2);
      const ms = pauseAfter(answer, own, again);
      if (ms > longestPauseMs || now() + ms > latest) throw answer.fault;
      await pause(ms);
    }
  }

  // Those who wait for the same points go one after another: whoever comes too late waits once more.
  async function takePoints(query: object): Promise<void> {
    const latest = now() + longestPauseMs;
    for (;;) {
      const ms = costs.take(query, now());
      if (ms === 0) return;
      if (now() + ms > latest) throw new StoreFault("throttled", "The store has had too many requests");
      await pause(ms);
    }
  }

  return { ask };
}

function isWorthAnother({ kind }: StoreFault): boolean {
  return kind === "throttled" || kind === "unreachable" || kind === "unreadable";
}

/** At least what the store asks for, otherwise our own, which grows. Never the same for two who were refused together. */
function pauseAfter({ retryAfterMs, fault }: Refusal, own: number, untilAffordable: number): number {
  const told = Math.max(retryAfterMs, fault.kind === "throttled" ? untilAffordable : 0);
  return told > 0 ? told + Math.random() * own : own * (0.5 + Math.random());
}

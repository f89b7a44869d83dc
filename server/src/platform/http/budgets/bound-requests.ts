import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FairPlaces, type Leave, type Places } from "../../bounded-work/fair-queue.ts";
import { fail } from "../../fail.ts";
import { type Pace, TokenBuckets } from "./token-buckets.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The cost of a request; quick by default. */
    work?: Work;
  }
  interface FastifyRequest {
    /** Called when the response is ready, even if the client is gone. */
    onAnswered: (() => void) | null;
  }
}

/** A request whose client is gone keeps its place while it runs, up to this long. */
const mostAfterCloseMs = 60_000;

/**
 * Limits each signed-in person, each API key and each store as a whole: average rate and concurrent requests, fewer if they are
 * costly. A small excess waits; a large one is refused with the time to retry. Counted per process.
 */
export function boundRequests(http: FastifyInstance, { pace, atOnce, patienceMs }: RequestBudget): void {
  const [people, stores] = [new TokenBuckets(pace.person), new TokenBuckets(pace.store)];
  const places: Record<Work, FairPlaces> = {
    quick: new FairPlaces(atOnce.quick),
    heavy: new FairPlaces(atOnce.heavy),
    files: new FairPlaces(atOnce.files),
  };
  http.decorateRequest("onAnswered", null);
  http.addHook("onRequest", async (request, reply) => {
    const asking = whoAsks(request);
    if (!asking || !request.url.startsWith("/api/")) return;
    const { member, group } = asking;
    const now = performance.now();
    const waitMs = Math.max(people.waitMs(member, now), stores.waitMs(group, now));
    if (request.key) sayBudget(reply, pace.person, people.levelOf(member, now) - 1);
    if (waitMs > patienceMs) throw tooMuch(reply, waitMs);
    people.take(member, now);
    stores.take(group, now);
    if (waitMs > 0) await sleep(waitMs);
    const { work = "quick" } = request.routeOptions.config;
    const leave = await places[work].enter(asking, patienceMs);
    if (!leave) throw tooMuch(reply, patienceMs);
    request.onAnswered = leaveWhenDone(reply, leave);
  });
  http.addHook("onSend", async (request) => request.onAnswered?.());
}

/** A key has the budget of a person. The keys of a store have its budget once more, so that programs take nothing from people. */
function whoAsks({ key, actor, arriving }: FastifyRequest): { member: string; group: string } | null {
  if (key) return { member: key.keyId, group: `keys of ${key.tenantId}` };
  const person = actor ?? arriving;
  return person && { member: person.userId, group: person.tenantId };
}

/** Tells a program what it may still ask: at once, and in how many seconds that is all of its burst again. */
function sayBudget(reply: FastifyReply, { burst, perSecond }: Pace, level: number): void {
  reply.header("ratelimit-limit", Math.floor(burst));
  reply.header("ratelimit-remaining", Math.max(0, Math.floor(level)));
  reply.header("ratelimit-reset", Math.ceil((burst - level) / perSecond));
}

function tooMuch(reply: FastifyReply, ms: number) {
  const seconds = Math.ceil(ms / 1_000);
  reply.header("retry-after", seconds);
  return fail("too_many_requests", { seconds });
}

/**
 * Gives the place back when the response has been sent or the client is gone; returns a function to call when the
 * response is ready.
 */
function leaveWhenDone({ raw }: FastifyReply, leave: Leave): () => void {
  let isAnswered = false;
  // Otherwise a client that repeatedly disconnects could start any number of requests.
  const onClose = () => {
    if (isAnswered) leave();
    else setTimeout(leave, mostAfterCloseMs).unref();
  };
  if (raw.closed) onClose();
  else raw.once("close", onClose);
  return () => {
    isAnswered = true;
    if (raw.closed) leave();
  };
}

/** Kinds of requests: answered at once, costly, or carrying a file for as long as a slow line takes. */
type Work = "quick" | "heavy" | "files";

/** The limits of one person and of a whole store. */
export type RequestBudget = {
  pace: { person: Pace; store: Pace };
  /** Concurrent requests of a store, and of each of its people. */
  atOnce: Record<Work, Places>;
  /** How long a request may wait for its rate limit, and again for its place, before it is refused. */
  patienceMs: number;
};

const burstSeconds = 10;
const peopleOfStore = 10;

/**
 * Derives all limits from a person's average rate (docs/product.md#how-much-may-be-asked). A store gets that of ten
 * people at full rate.
 */
export function budgetFor(perSecond: number): RequestBudget {
  const ofStore = perSecond * peopleOfStore;
  return {
    pace: {
      person: { perSecond, burst: perSecond * burstSeconds },
      store: { perSecond: ofStore, burst: ofStore * burstSeconds },
    },
    atOnce: {
      quick: { member: 12, group: 40 },
      heavy: { member: 4, group: 12 },
      files: { member: 24, group: 80 },
    },
    patienceMs: 5_000,
  };
}

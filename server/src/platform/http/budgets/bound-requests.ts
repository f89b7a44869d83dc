import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { FairPlaces, type Leave, type Places } from "../../bounded-work/fair-queue.ts";
import { fail } from "../../fail.ts";
import { type Pace, TokenBuckets } from "./token-buckets.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a request costs; quick, where nothing is said. */
    work?: Work;
  }
  interface FastifyRequest {
    /** Called when a response is made, whether or not somebody is left to get it. */
    onAnswered: (() => void) | null;
  }
}

/** A request that nobody waits for any more keeps its place while it is worked on, but not for good. */
const mostAfterCloseMs = 60_000;

/**
 * Holds each signed-in person, and all of a store together, to a budget: so many requests in the long run, and so many at once,
 * fewer of those that cost much. What is a little too much waits; what is far too much is refused with the time after which it may
 * be asked again. Counted in this process alone.
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
    const person = request.actor ?? request.arriving;
    if (!person || !request.url.startsWith("/api/")) return;
    const { userId, tenantId } = person;
    const now = performance.now();
    const waitMs = Math.max(people.waitMs(userId, now), stores.waitMs(tenantId, now));
    if (waitMs > patienceMs) throw tooMuch(reply, waitMs);
    people.take(userId, now);
    stores.take(tenantId, now);
    if (waitMs > 0) await sleep(waitMs);
    const { work = "quick" } = request.routeOptions.config;
    const leave = await places[work].enter({ group: tenantId, member: userId }, patienceMs);
    if (!leave) throw tooMuch(reply, patienceMs);
    request.onAnswered = leaveWhenOver(reply, leave);
  });
  http.addHook("onSend", async (request) => request.onAnswered?.());
}

function tooMuch(reply: FastifyReply, ms: number) {
  const seconds = Math.ceil(ms / 1_000);
  reply.header("retry-after", seconds);
  return fail("too_many_requests", { seconds });
}

/** Leaves when the response is made and the connection has it, or is gone; returns what says that it is made. */
function leaveWhenOver({ raw }: FastifyReply, leave: Leave): () => void {
  let isAnswered = false;
  // Somebody who asks and goes away at once, again and again, would otherwise have any number of requests worked on.
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

/**
 * What a request is: one that is answered at once, one that costs as much as many others do, or one that carries a file, for as
 * long as that takes over a slow line.
 */
type Work = "quick" | "heavy" | "files";

/** What one person, and all people of a store, may ask. */
export type RequestBudget = {
  pace: { person: Pace; store: Pace };
  /** Of a store, and of each of its people. */
  atOnce: Record<Work, Places>;
  /** How long a request waits until it is due, and again until it has a place, before it is refused. */
  patienceMs: number;
};

const burstSeconds = 10;
const peopleOfStore = 10;

/**
 * The budget of a person who may ask so much a second on average (docs/product.md#how-much-may-be-asked); everything else follows
 * from that. A store's is that of ten people who all ask without a rest.
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

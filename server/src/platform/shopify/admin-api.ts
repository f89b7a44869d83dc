import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { postToStore, type StoreAnswer } from "./post-to-store.ts";
import { costsAt, type ThrottleStatus } from "./query-costs.ts";
import { readableWords, StoreFault } from "./store-fault.ts";

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
type AdminAccess = { storeUrl: string; apiVersion: string; accessToken: string };

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

type Cost = { requested: number; status: ThrottleStatus };
/** No data, and when the store says that one may ask again: 0 where it does not say. */
type Refusal = { fault: StoreFault; retryAfterMs: number; cost: Cost | null };
type Outcome<Data> = { data: Data; cost: Cost | null } | Refusal;

const points = z.number().nonnegative();
const costSchema = z.object({
  requestedQueryCost: points,
  throttleStatus: z.object({ maximumAvailable: points, currentlyAvailable: points, restoreRate: points }),
});
const faultSchema = z.object({
  message: z.string().catch(""),
  extensions: z.object({ code: z.string().optional() }).optional().catch(undefined),
});
const bodySchema = z.object({
  data: z.unknown().optional(),
  // A single sentence where the request never reached GraphQL.
  errors: z
    .union([z.array(faultSchema), z.string().transform((message) => [{ message, extensions: undefined }])])
    .nullish(),
  extensions: z
    .object({ cost: costSchema.optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
type Body = z.infer<typeof bodySchema>;

/** Asks a store once. Never rejects: what went wrong is part of what it returns. */
async function askOnce<Data>(
  access: AdminAccess,
  query: AdminQuery<Data>,
  variables: Record<string, unknown>,
  timeoutMs: number,
): Promise<Outcome<Data>> {
  const answer = await post(access, query.text, variables, timeoutMs);
  if (answer instanceof StoreFault) return { fault: answer, retryAfterMs: 0, cost: null };
  const body = readBody(answer);
  const cost = costIn(body);
  const refused = faultOf(answer, body, access.accessToken);
  if (refused) return { fault: refused, retryAfterMs: retryAfterOf(answer), cost };
  const data = query.answer.safeParse(body?.data);
  if (data.success) return { data: data.data, cost };
  const where = data.error.issues[0]?.path.join(".") ?? "";
  return { fault: unreadable(`The store's answer is not as expected (${where})`, answer), retryAfterMs: 0, cost };
}

async function post(
  { storeUrl, apiVersion, accessToken }: AdminAccess,
  text: string,
  variables: Record<string, unknown>,
  timeoutMs: number,
): Promise<StoreAnswer | StoreFault> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "x-shopify-access-token": accessToken,
    "user-agent": "Deskhand",
  };
  try {
    const body = JSON.stringify({ query: text, variables });
    return await postToStore(`${storeUrl}/admin/api/${apiVersion}/graphql.json`, headers, body, timeoutMs);
  } catch (error) {
    if (error instanceof StoreFault) return error;
    throw error;
  }
}

function readBody({ body }: StoreAnswer): Body | null {
  try {
    return bodySchema.parse(JSON.parse(body));
  } catch {
    // A page of a proxy, or half of an answer.
    return null;
  }
}

function costIn(body: Body | null): Cost | null {
  const cost = body?.extensions?.cost;
  return cost ? { requested: cost.requestedQueryCost, status: cost.throttleStatus } : null;
}

function retryAfterOf({ headers }: StoreAnswer): number {
  const seconds = Number(headers.get("retry-after"));
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 0;
}

function faultOf(answer: StoreAnswer, body: Body | null, accessToken: string): StoreFault | null {
  const { status } = answer;
  const said = readableWords(body?.errors?.[0]?.message ?? "", [accessToken]);
  if (status === 401) return new StoreFault("revoked", said || "The store no longer takes the access token", status);
  // 430 is the platform's own: requests that look like an attack.
  if (status === 429 || status === 430) return throttled(status);
  if (status >= 500) return new StoreFault("unreachable", `The store answered with status ${status}`, status);
  if (status !== 200) return new StoreFault("refused", said || `The store answered with status ${status}`, status);
  if (!body) return unreadable("The store's answer cannot be read", answer);
  const codes = body.errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes("THROTTLED")) return throttled(status);
  if (codes.includes("INTERNAL_SERVER_ERROR") || codes.includes("TIMEOUT"))
    return new StoreFault("unreachable", said || "The store has an internal fault", status);
  if (codes.length > 0) return new StoreFault("refused", said || "The store refused the query", status);
  return null;
}

function throttled(status: number): StoreFault {
  return new StoreFault("throttled", "The store has had too many requests", status);
}

function unreadable(message: string, { status }: StoreAnswer): StoreFault {
  return new StoreFault("unreadable", message, status);
}

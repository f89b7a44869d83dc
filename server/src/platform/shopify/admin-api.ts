import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { postToStore, type StoreAnswer } from "./post-to-store.ts";
import { readableWords, StoreFault } from "./store-fault.ts";

/** A GraphQL query or mutation of the Admin API, with the schema of its answer. */
export type AdminQuery<Data> = { text: string; answer: z.ZodType<Data> };

export type AdminApi = {
  /** Sends a query and returns its answer. Rejects with a StoreFault. Queries may be sent several times. */
  ask<Data>(query: AdminQuery<Data>, variables: Record<string, unknown>): Promise<Data>;
};

/**
 * The most tries, the time limit of each, the approximate first and longest pauses, and the total time after which
 * nothing is retried, in ms.
 */
export type Patience = {
  tries: number;
  timeoutMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
  withinMs: number;
};

/**
 * For a person waiting at a screen; for work a person watches; for a job, which the queue retries, so that a silent
 * store does not delay others' jobs.
 */
export const patience = {
  person: { tries: 2, timeoutMs: 8_000, firstPauseMs: 300, longestPauseMs: 2_500, withinMs: 10_000 },
  // Limited only by time.
  watched: {
    tries: Number.POSITIVE_INFINITY,
    timeoutMs: 15_000,
    firstPauseMs: 500,
    longestPauseMs: 20_000,
    withinMs: 60_000,
  },
  // What must not be repeated unseen: a mutation, whose answer may be lost after it was done.
  once: { tries: 1, timeoutMs: 20_000, firstPauseMs: 500, longestPauseMs: 10_000, withinMs: 20_000 },
  job: { tries: 4, timeoutMs: 10_000, firstPauseMs: 500, longestPauseMs: 10_000, withinMs: 10_000 },
} as const satisfies Record<string, Patience>;

/** The patience of each kind of caller. */
export type Patiences = Readonly<Record<keyof typeof patience, Patience>>;

/** The current time in ms, and a pause in ms. */
type Clock = { now(): number; pause(ms: number): Promise<unknown> };
const realClock: Clock = { now: () => Date.now(), pause: (ms) => sleep(ms) };

/** A store's URL, API version and access token. */
type AdminAccess = { storeUrl: string; apiVersion: string; accessToken: string };

/**
 * Opens a store's Admin API with an access token. Retries if the store is unreachable, busy or answers nonsense, after
 * growing random pauses; never after a refusal (shopify.dev: API response codes, API limits).
 */
export function openAdminApi(
  access: AdminAccess,
  { tries, timeoutMs, firstPauseMs, longestPauseMs, withinMs }: Patience,
  { now, pause }: Clock = realClock,
): AdminApi {
  const costs = costsAt(access.storeUrl);

  async function ask<Data>(query: AdminQuery<Data>, variables: Record<string, unknown>): Promise<Data> {
    const deadline = now() + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      await takePoints(query);
      const answer = await askOnce(access, query, variables, timeoutMs);
      const affordableInMs = answer.cost ? costs.learn(query, answer.cost.requested, answer.cost.status, now()) : 0;
      if ("data" in answer) return answer.data;
      if (attempt >= tries || !isRetryable(answer.fault)) throw answer.fault;
      const ownMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs / 2);
      const ms = pauseAfter(answer, ownMs, affordableInMs);
      if (ms > longestPauseMs || now() + ms > deadline) throw answer.fault;
      await pause(ms);
    }
  }

  // Callers that wait for the same points take turns; a late one waits again.
  async function takePoints(query: object): Promise<void> {
    const deadline = now() + longestPauseMs;
    for (;;) {
      const ms = costs.take(query, now());
      if (ms === 0) return;
      if (now() + ms > deadline) throw throttled(null);
      await pause(ms);
    }
  }

  return { ask };
}

function isRetryable({ kind }: StoreFault): boolean {
  return kind === "throttled" || kind === "unreachable" || kind === "unreadable";
}

/**
 * Returns the pause the store asks for, else our own growing one, randomised so that callers refused together do not
 * return together.
 */
function pauseAfter({ retryAfterMs, fault }: Refusal, ownMs: number, untilAffordable: number): number {
  const requestedMs = Math.max(retryAfterMs, fault.kind === "throttled" ? untilAffordable : 0);
  return requestedMs > 0 ? requestedMs + Math.random() * ownMs : ownMs * (0.5 + Math.random());
}

type Cost = { requested: number; status: ThrottleStatus };
/** A fault, with the store's requested pause; 0 if it names none. */
type Refusal = { fault: StoreFault; retryAfterMs: number; cost: Cost | null };
type Outcome<Data> = { data: Data; cost: Cost | null } | Refusal;

const points = z.number().nonnegative();
const costSchema = z.object({
  requestedQueryCost: points,
  throttleStatus: z.object({ maximumAvailable: points, currentlyAvailable: points, restoreRate: points }),
});
const faultSchema = z.object({
  message: z.string().catch(""),
  path: z.array(z.unknown()).optional().catch(undefined),
  extensions: z.object({ code: z.string().optional() }).optional().catch(undefined),
});
const bodySchema = z.object({
  data: z.unknown().optional(),
  // A single sentence if the request never reached GraphQL.
  errors: z
    .union([
      z.array(faultSchema),
      z.string().transform((message) => [{ message, path: undefined, extensions: undefined }]),
    ])
    .nullish(),
  extensions: z
    .object({ cost: costSchema.optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
type Body = z.infer<typeof bodySchema>;

/** Sends a query once. Never rejects: faults are returned. */
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
  const fault = faultOf(answer, body, access.accessToken);
  if (fault) return { fault, retryAfterMs: retryAfterOf(answer), cost };
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
    // A proxy's page, or a truncated answer.
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
  const message = readableWords(body?.errors?.[0]?.message ?? "", [accessToken]);
  if (status === 401)
    return new StoreFault("revoked", message || "The store no longer takes the access token", status, unrun);
  // Shopify's own 430: requests that look like an attack.
  if (status === 429 || status === 430) return throttled(status);
  if (status >= 500) return new StoreFault("unreachable", `The store answered with status ${status}`, status);
  if (status !== 200)
    return new StoreFault("refused", message || `The store answered with status ${status}`, status, {
      isProofOfNothing: statusesBeforeRunning.has(status),
    });
  if (!body) return unreadable("The store's answer cannot be read", answer);
  const codes = body.errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes("THROTTLED")) return throttled(status, wasNotRun(body));
  if (codes.includes("INTERNAL_SERVER_ERROR") || codes.includes("TIMEOUT"))
    return new StoreFault("unreachable", message || "The store has an internal fault", status);
  if (codes.length > 0)
    return new StoreFault("refused", message || "The store refused the query", status, {
      code: codes[0] ?? null,
      isProofOfNothing: wasNotRun(body),
    });
  return null;
}

const unrun = { isProofOfNothing: true };
/** Statuses with which a store turns a request away at its door: a bad one, an unpaid bill, a missing right, a closed store. */
const statusesBeforeRunning = new Set([400, 402, 403, 404, 423]);
/** Refusals of a field before it runs. */
const codesBeforeRunning = new Set(["ACCESS_DENIED", "THROTTLED", "BAD_REQUEST", "MAX_COST_EXCEEDED"]);

/**
 * Whether errors prove that nothing ran: the query was not valid, so that there are no data at all, or each of its fields was refused itself. An
 * error within a field, such as a missing scope for a part of a mutation's answer, comes after the mutation was done.
 */
function wasNotRun({ data, errors }: Body): boolean {
  const isEmpty = data == null || (typeof data === "object" && Object.values(data).every((value) => value === null));
  if (!isEmpty) return false;
  return (errors ?? []).every(({ path, extensions }) =>
    path === undefined
      ? data === undefined || codesBeforeRunning.has(extensions?.code ?? "")
      : path.length <= 1 && codesBeforeRunning.has(extensions?.code ?? ""),
  );
}

function throttled(status: number | null, isProofOfNothing = true): StoreFault {
  return new StoreFault("throttled", "The store has had too many requests", status, { isProofOfNothing });
}

function unreadable(message: string, { status }: StoreAnswer): StoreFault {
  return new StoreFault("unreadable", message, status);
}

/** Shopify's report of an app's bucket at a store, in points (shopify.dev: API limits, "Calculated query costs"). */
type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

type Bucket = ThrottleStatus & { at: number };

/** Tracks the points left at a store, as far as this process knows, so that it waits instead of being refused. */
export class QueryCosts {
  #bucket: Bucket | null = null;
  readonly #costs = new WeakMap<object, number>();

  /** Takes a query's last known cost from the bucket; returns 0, or the ms to wait until there are enough points. */
  take(query: object, now: number): number {
    const cost = this.#costs.get(query) ?? 0;
    const bucket = this.#bucket;
    if (!bucket || cost === 0 || cost > bucket.maximumAvailable) return 0;
    const available = availableAt(bucket, now);
    if (available < cost) return waitFor(cost - available, bucket.restoreRate);
    this.#bucket = { ...bucket, currentlyAvailable: available - cost, at: now };
    return 0;
  }

  /** Updates cost and bucket from an answer; returns in how many ms the query could be repeated. */
  learn(query: object, cost: number, status: ThrottleStatus, now: number): number {
    this.#costs.set(query, cost);
    this.#bucket = { ...status, at: now };
    return waitFor(cost - status.currentlyAvailable, status.restoreRate);
  }
}

function availableAt({ currentlyAvailable, maximumAvailable, restoreRate, at }: Bucket, now: number): number {
  return Math.min(maximumAvailable, currentlyAvailable + (Math.max(0, now - at) / 1000) * restoreRate);
}

function waitFor(points: number, restoreRate: number): number {
  return points <= 0 || restoreRate <= 0 ? 0 : Math.ceil((points / restoreRate) * 1000);
}

const stores = new Map<string, QueryCosts>();
const mostStores = 1_000;

/** Returns the costs of a store, shared by all callers. */
function costsAt(storeUrl: string): QueryCosts {
  const known = stores.get(storeUrl);
  if (known) return known;
  if (stores.size >= mostStores) stores.clear();
  const costs = new QueryCosts();
  stores.set(storeUrl, costs);
  return costs;
}

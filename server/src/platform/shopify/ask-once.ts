import * as z from "zod";
import type { AdminAccess, AdminQuery } from "./admin-api.ts";
import { postToStore, type StoreAnswer } from "./post-to-store.ts";
import type { ThrottleStatus } from "./query-costs.ts";
import { readableWords, StoreFault } from "./store-fault.ts";

type Cost = { requested: number; status: ThrottleStatus };
/** No data, and when the store says that one may ask again: 0 where it does not say. */
export type Refusal = { fault: StoreFault; retryAfterMs: number; cost: Cost | null };
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
export async function askOnce<Data>(
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

import * as z from "zod";
import { postToStore, type StoreAnswer } from "./post-to-store.ts";
import { readableWords, StoreFault } from "./store-fault.ts";

/** The app that stores are connected through, as the platform knows it. */
export type ShopifyApp = { key: string; secret: string };

/** What the platform grants: tokens, and for how many seconds; null where it never ends or there is none. */
export type TokenGrant = {
  accessToken: string;
  accessSeconds: number | null;
  refreshToken: string | null;
  refreshSeconds: number | null;
  scopes: string[];
};

const seconds = z.coerce.number().int().positive().nullish();
const grantSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(""),
  expires_in: seconds,
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: seconds,
});
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

const timeoutMs = 10_000;

/** Exchanges the code of a callback for tokens that expire (shopify.dev: authorization code grant). Rejects with a StoreFault. */
export function exchangeCode(storeUrl: string, app: ShopifyApp, code: string): Promise<TokenGrant> {
  return requestTokens(storeUrl, app, { code, expiring: "1" }, "refused");
}

/**
 * Exchanges a refresh token for new tokens. The old one is taken again until the new ones are first used (shopify.dev: "More
 * resilient refreshes for expiring offline access tokens"), so an answer that was lost may be asked for once more.
 * Rejects with a StoreFault: `revoked` when the token is no longer taken, `refused` when the app is not.
 */
export function refreshTokens(storeUrl: string, app: ShopifyApp, refreshToken: string): Promise<TokenGrant> {
  return requestTokens(storeUrl, app, { grant_type: "refresh_token", refresh_token: refreshToken }, "revoked");
}

async function requestTokens(
  storeUrl: string,
  { key, secret }: ShopifyApp,
  what: Record<string, string>,
  whenRefused: "refused" | "revoked",
): Promise<TokenGrant> {
  const body = new URLSearchParams({ client_id: key, client_secret: secret, ...what }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const answer = await postToStore(`${storeUrl}/admin/oauth/access_token`, headers, body, timeoutMs);
  const secrets = [secret, what.code ?? "", what.refresh_token ?? ""];
  if (answer.status !== 200) throw refusalOf(answer, whenRefused, secrets);
  const grant = grantSchema.safeParse(readJson(answer));
  if (!grant.success) throw new StoreFault("unreadable", "The store's answer holds no token", answer.status);
  const { access_token, scope, expires_in, refresh_token, refresh_token_expires_in } = grant.data;
  return {
    accessToken: access_token,
    accessSeconds: expires_in ?? null,
    // Without an end an access token needs no renewal.
    refreshToken: expires_in ? (refresh_token ?? null) : null,
    refreshSeconds: expires_in ? (refresh_token_expires_in ?? null) : null,
    scopes: scope.split(/[\s,]+/).filter(Boolean),
  };
}

/** Faults of the app itself, which say nothing about the store's tokens. */
const appFaults = new Set(["invalid_client", "application_cannot_be_found", "unauthorized_client"]);

function refusalOf(answer: StoreAnswer, whenRefused: "refused" | "revoked", secrets: string[]): StoreFault {
  const { status } = answer;
  if (status === 429) return new StoreFault("throttled", "The store has had too many requests", status);
  if (status >= 500) return new StoreFault("unreachable", `The store answered with status ${status}`, status);
  const refusal = refusalSchema.safeParse(readJson(answer));
  // A page of some proxy, or of a store that is closed: the platform says in JSON what it does not take.
  if (!refusal.success || (status !== 400 && status !== 401))
    return new StoreFault("refused", `The store answered with status ${status}`, status);
  const { error, error_description } = refusal.data;
  const words = readableWords(error_description ?? error, secrets);
  return new StoreFault(appFaults.has(error) ? "refused" : whenRefused, words, status);
}

function readJson({ body }: StoreAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // No JSON: what it means depends on the status.
    return undefined;
  }
}

import * as z from "zod";
import { postToStore, type StoreAnswer } from "./post-to-store.ts";
import { readableWords, StoreFault } from "./store-fault.ts";

/** Our app's credentials at Shopify. */
export type ShopifyApp = { key: string; secret: string };

/** Granted tokens with their lifetimes in seconds; null if they never expire or there is none. */
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

/**
 * Exchanges a callback's code for expiring tokens (shopify.dev: authorization code grant). Rejects with a StoreFault.
 */
export function exchangeCode(storeUrl: string, app: ShopifyApp, code: string): Promise<TokenGrant> {
  return requestTokens(storeUrl, app, { code, expiring: "1" }, "refused");
}

/**
 * Exchanges a refresh token for new tokens. The old one stays valid until the new ones are first used (shopify.dev:
 * "More resilient refreshes for expiring offline access tokens"), so a lost answer may be requested again. Rejects with
 * a StoreFault: `revoked` if the token is no longer accepted, `refused` if the app is not.
 */
export function refreshTokens(storeUrl: string, app: ShopifyApp, refreshToken: string): Promise<TokenGrant> {
  return requestTokens(storeUrl, app, { grant_type: "refresh_token", refresh_token: refreshToken }, "revoked");
}

async function requestTokens(
  storeUrl: string,
  { key, secret }: ShopifyApp,
  parameters: Record<string, string>,
  whenRefused: "refused" | "revoked",
): Promise<TokenGrant> {
  const body = new URLSearchParams({ client_id: key, client_secret: secret, ...parameters }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const answer = await postToStore(`${storeUrl}/admin/oauth/access_token`, headers, body, timeoutMs);
  const secrets = [secret, parameters.code ?? "", parameters.refresh_token ?? ""];
  if (answer.status !== 200) throw refusalOf(answer, whenRefused, secrets);
  const grant = grantSchema.safeParse(readJson(answer));
  if (!grant.success) throw new StoreFault("unreadable", "The store's answer holds no token", answer.status);
  const { access_token, scope, expires_in, refresh_token, refresh_token_expires_in } = grant.data;
  return {
    accessToken: access_token,
    accessSeconds: expires_in ?? null,
    // An access token that never expires needs no renewal.
    refreshToken: expires_in ? (refresh_token ?? null) : null,
    refreshSeconds: expires_in ? (refresh_token_expires_in ?? null) : null,
    scopes: scope.split(/[\s,]+/).filter(Boolean),
  };
}

/** Errors of the app, which say nothing about the store's tokens. */
const appFaults = new Set(["invalid_client", "application_cannot_be_found", "unauthorized_client"]);

function refusalOf(answer: StoreAnswer, whenRefused: "refused" | "revoked", secrets: string[]): StoreFault {
  const { status } = answer;
  if (status === 429) return new StoreFault("throttled", "The store has had too many requests", status);
  if (status >= 500) return new StoreFault("unreachable", `The store answered with status ${status}`, status);
  const refusal = refusalSchema.safeParse(readJson(answer));
  // A proxy's page or a closed store's: Shopify itself refuses in JSON.
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
    // The meaning depends on the status.
    return undefined;
  }
}

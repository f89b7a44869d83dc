import { randomToken } from "../signatures.ts";
import type { StoreState, StoreToken } from "../state/store-state.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** How long expiring tokens and codes are valid. */
export const lifetimes = { access: hour, refresh: 90 * day, retry: 30 * day, code: 60_000 } as const;

type NewToken = { scopes: readonly string[]; isExpiring: boolean; isCustom?: boolean; now: number };

/** Makes a token; a new expiring one of the app ends all its earlier ones. */
export function issueToken(state: StoreState, { scopes, isExpiring, isCustom = false, now }: NewToken): StoreToken {
  if (isExpiring) state.tokens = state.tokens.filter((token) => token.isCustom || token.expiresAt === null);
  const token = makeToken([...scopes], isExpiring, isCustom, now);
  state.tokens.push(token);
  return token;
}

/** Returns the token with this access token, while it is valid. */
export function findToken({ tokens }: StoreState, accessToken: string | undefined, now: number): StoreToken | null {
  const token = tokens.find((each) => each.accessToken === accessToken);
  return token && (token.expiresAt === null || token.expiresAt > now) ? token : null;
}

/**
 * Makes a new pair for a refresh token. The old access token stays valid until it expires. The old refresh token stays valid
 * until its replacement is used, for 30 days at most, and gives the same pair again, in case an answer got lost. Null for a token
 * that is unknown, replaced or expired. https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens
 */
export function refreshToken(state: StoreState, refresh: string | undefined, now: number): StoreToken | null {
  const token = state.tokens.find((each) => each.refreshToken !== null && each.refreshToken === refresh);
  if (!token || (token.refreshExpiresAt ?? 0) <= now) return null;
  const again = state.tokens.find((each) => each.refreshToken !== null && each.refreshToken === token.replacedBy);
  if (again && token.refreshedAt !== null) {
    if (token.refreshedAt + lifetimes.retry <= now) return null;
    again.expiresAt = now + lifetimes.access;
    return again;
  }
  for (const each of state.tokens) {
    if (each.replacedBy === token.refreshToken) each.refreshToken = null;
  }
  const next = makeToken(token.scopes, true, false, now);
  token.refreshedAt = now;
  token.replacedBy = next.refreshToken;
  state.tokens = state.tokens.filter((each) => each.refreshToken !== null || (each.expiresAt ?? now + 1) > now);
  state.tokens.push(next);
  return next;
}

function makeToken(scopes: string[], isExpiring: boolean, isCustom: boolean, now: number): StoreToken {
  return {
    accessToken: randomToken("shpat_"),
    isCustom,
    scopes,
    expiresAt: isExpiring ? now + lifetimes.access : null,
    refreshToken: isExpiring ? randomToken("shprt_") : null,
    refreshExpiresAt: isExpiring ? now + lifetimes.refresh : null,
    refreshedAt: null,
    replacedBy: null,
  };
}

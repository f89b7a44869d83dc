import { fieldsOf, type Incoming, json, type Outgoing } from "../http.ts";
import type { StoreToken } from "../state/store-state.ts";
import { type AuthorizeContext, type GrantedCode, oauthFault } from "./authorize.ts";
import { issueToken, refreshToken } from "./tokens.ts";

/** Answers POST /admin/oauth/access_token: exchanges a code or a refresh token for a token, as JSON or a form, as documented. */
export function exchangeToken(context: AuthorizeContext, request: Incoming): Outgoing {
  const { app, state, now } = context;
  const fields = fieldsOf(request);
  const accept = request.headers.accept ?? "";
  const refuse = (status: number, error: string, text: string) => oauthFault(status, { error, text }, accept);
  if (fields.client_id !== app.apiKey || fields.client_secret !== app.apiSecret)
    return refuse(400, "invalid_client", "Client authentication failed");
  if (fields.grant_type === "refresh_token") {
    const token = refreshToken(state, fields.refresh_token, now);
    if (token) return json(200, answerOf(token, now));
    return refuse(401, "invalid_request", "This request requires an active refresh_token");
  }
  const granted = takeCode(context, fields.code);
  if (!granted) return refuse(400, "invalid_request", "The authorization code was not found or was already used");
  const token = issueToken(state, { scopes: granted.scopes, isExpiring: fields.expiring === "1", now });
  return json(200, answerOf(token, now));
}

function takeCode({ codes, state, now }: AuthorizeContext, code: string | undefined): GrantedCode | null {
  const granted = code === undefined ? undefined : codes.get(code);
  if (!granted || granted.shop !== state.domain) return null;
  codes.delete(granted.code);
  return granted.expiresAt > now ? granted : null;
}

function answerOf(token: StoreToken, now: number): object {
  const { accessToken, scopes, expiresAt, refreshToken: refresh, refreshExpiresAt } = token;
  const plain = { access_token: accessToken, scope: scopes.join(",") };
  if (expiresAt === null || refreshExpiresAt === null) return plain;
  const seconds = (until: number) => Math.round((until - now) / 1000);
  return {
    ...plain,
    expires_in: seconds(expiresAt),
    refresh_token: refresh,
    refresh_token_expires_in: seconds(refreshExpiresAt),
  };
}

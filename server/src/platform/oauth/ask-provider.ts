import { type SignInProvider, signInProviders } from "@deskhand/contract/admin/security";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import { QuotingError } from "../error-code.ts";

/** An app of ours at a provider of sign-ins. */
export type OauthClient = { id: string; secret: string };

/** A code that a provider gave a browser, and what it was asked for with. */
type GivenCode = { code: string; codeVerifier: string; redirectUri: string };

/** A provider that does not answer, or not as it should: nobody can be signed in by it at this moment. */
export class ProviderFault extends QuotingError {}

const timeoutMs = 10_000;
const longestAnswer = 100_000;
const tokensSchema = z.object({ access_token: z.string().min(1), id_token: z.string().optional() });

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.5), with the app's secret as the provider takes it:
 * in the head or in the body. A code that is wrong, used or expired is a {@link ProviderFault} too.
 */
export async function exchangeCode(
  tokenUrl: string,
  { id, secret }: OauthClient,
  { code, codeVerifier, redirectUri }: GivenCode,
  secretIn: "head" | "body",
): Promise<{ accessToken: string; idToken: string | null }> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: id,
    ...(secretIn === "body" && { client_secret: secret }),
  });
  const basic = Buffer.from(`${id}:${secret}`).toString("base64");
  const headers = secretIn === "head" ? { authorization: `Basic ${basic}` } : undefined;
  const answer = tokensSchema.safeParse(await ask(tokenUrl, { method: "POST", body, ...(headers && { headers }) }));
  if (!answer.success) throw new ProviderFault("The provider gave no token");
  return { accessToken: answer.data.access_token, idToken: answer.data.id_token ?? null };
}

/** What a provider tells whoever has this access token. */
export function readProfile(profileUrl: string, accessToken: string): Promise<unknown> {
  return ask(profileUrl, { headers: { authorization: `Bearer ${accessToken}` } });
}

/** Reads the signed statement of who signed in; fails for one of another provider, for another app, or expired. */
export function openIdTokens(keysUrl: string, issuers: string[], clientId: string) {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs });
  return async (idToken: string): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: issuers,
        audience: clientId,
        requiredClaims: ["sub", "exp", "iat"],
        clockTolerance: 60,
        algorithms: ["RS256", "ES256"],
      });
      // One that is for several apps might have been given to another of them.
      if (payload.aud !== clientId) throw new ProviderFault("The provider's statement is for several apps");
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new ProviderFault(`The provider's statement: ${error.message}`);
      if (error instanceof TypeError) throw new ProviderFault("The provider's keys cannot be read");
      throw error;
    }
  };
}

async function ask(url: string, request: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...request,
      headers: { accept: "application/json", "user-agent": "Deskhand", ...request.headers },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new ProviderFault(`The provider answered with status ${response.status}`);
    if (text.length > longestAnswer) throw new ProviderFault("The provider's answer is too long");
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    // No connection, no answer in time, or none that is JSON.
    throw new ProviderFault(error instanceof Error ? error.message : String(error));
  }
}

/** The providers that people may sign in with, by their names in addresses. */
export const providerIds = signInProviders;
export type ProviderId = SignInProvider;

/** A provider with our app there; where it is, is set for tests alone. */
export type ProviderSettings = { client: OauthClient | null; url: string | null };

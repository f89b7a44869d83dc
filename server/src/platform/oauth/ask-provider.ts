import { type SignInProvider, signInProviders } from "@deskhand/contract/admin/security";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import { QuotingError } from "../error-code.ts";

/** Our app at a sign-in provider. */
export type OauthClient = { id: string; secret: string };

/** An authorisation code, with the parameters of its request. */
type GivenCode = { code: string; codeVerifier: string; redirectUri: string };

/** The provider did not answer or answered wrongly: nobody can sign in with it now. */
export class ProviderFault extends QuotingError {}

const timeoutMs = 10_000;
const longestAnswer = 100_000;
const tokensSchema = z.object({ access_token: z.string().min(1), id_token: z.string().optional() });

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.5), with the app's secret in the header or
 * the body, as the provider requires. A wrong, used or expired code is a {@link ProviderFault} too.
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

/** Reads the profile that an access token gives access to. */
export function readProfile(profileUrl: string, accessToken: string): Promise<unknown> {
  return ask(profileUrl, { headers: { authorization: `Bearer ${accessToken}` } });
}

/** Returns a verifier of ID tokens. It rejects tokens of another provider, for another app, or expired. */
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
      // A token for several apps might have been issued to another of them.
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
    // No connection, a timeout, or not JSON.
    throw new ProviderFault(error instanceof Error ? error.message : String(error));
  }
}

/** Sign-in providers by their names in URLs. */
export const providerIds = signInProviders;
export type ProviderId = SignInProvider;

/** A provider with our app there; only tests set `url`. */
export type ProviderSettings = { client: OauthClient | null; url: string | null };

import { personName } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import { APIError } from "better-auth";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import * as z from "zod";
import {
  exchangeCode,
  type OauthClient,
  openIdTokens,
  ProviderFault,
  readProfile,
} from "../../../platform/oauth/ask-provider.ts";
import type { Settings } from "../../../platform/settings.ts";
import { awaitTurn } from "./in-turn.ts";

/** Names for the sign-in screen and mails. */
export const providerNames: Record<string, string> = { google: "Google", twitter: "Twitter" };

/** The configured providers, in the form of the sign-in library (docs/product.md#google-and-twitter). */
export function socialProviders({ google, twitter }: Settings["social"]): GenericOAuthConfig[] {
  return [
    google.client && googleWith(google.client, google.url),
    twitter.client && twitterWith(twitter.client, twitter.url),
  ].filter((provider) => provider !== null);
}

/** By OpenID Connect: Google signs a statement of who signed in, for this app only. */
function googleWith(client: OauthClient, at: string | null): GenericOAuthConfig {
  const issuers = at ? [at] : ["https://accounts.google.com", "accounts.google.com"];
  const readIdToken = openIdTokens(`${at ?? "https://www.googleapis.com"}/oauth2/v3/certs`, issuers, client.id);
  return {
    ...common("google", client, `${at ?? "https://accounts.google.com"}/o/oauth2/v2/auth`),
    scopes: ["openid", "email", "profile"],
    getToken: (grant) => tokenOf(`${at ?? "https://oauth2.googleapis.com"}/token`, client, grant, "body"),
    getUserInfo: ({ idToken }) =>
      readInTurn(async () => {
        const { sub, email, email_verified, name } = await readIdToken(idToken ?? "");
        return readPerson({ id: sub, email, name }, email_verified === true);
      }),
  };
}

const twitterProfile = z.object({
  data: z.object({ id: z.string(), name: z.string().optional(), confirmed_email: z.string().nullish() }),
});

/** By OAuth 2.0, which says nothing of the person: X is asked, and gives an address only if it was confirmed there. */
function twitterWith(client: OauthClient, at: string | null): GenericOAuthConfig {
  const api = at ?? "https://api.x.com";
  return {
    ...common("twitter", client, `${at ?? "https://x.com"}/i/oauth2/authorize`),
    scopes: ["users.read", "tweet.read", "users.email", "offline.access"],
    getToken: (grant) => tokenOf(`${api}/2/oauth2/token`, client, grant, "head"),
    getUserInfo: ({ accessToken }) =>
      readInTurn(async () => {
        const profile = await readProfile(`${api}/2/users/me?user.fields=confirmed_email`, accessToken ?? "");
        const { id, name, confirmed_email: email } = twitterProfile.parse(profile).data;
        return readPerson({ id, email, name }, true);
      }),
  };
}

function common(providerId: string, client: OauthClient, authorize: string) {
  const url = new URL(authorize);
  url.searchParams.set("access_type", "offline");
  url.searchParams.set("prompt", "consent");
  return {
    providerId,
    clientId: client.id,
    clientSecret: client.secret,
    authorizationUrl: url.href,
    pkce: true,
  };
}

type Grant = { code: string; redirectURI: string; codeVerifier?: string | undefined };

/** Fetches the token that identifies the person; it is not stored, as nothing is asked of the provider later. */
async function tokenOf(tokenUrl: string, client: OauthClient, grant: Grant, secretIn: "head" | "body") {
  const { code, redirectURI: redirectUri, codeVerifier = "" } = grant;
  const { accessToken, idToken } = await refuseOnError(() =>
    exchangeCode(tokenUrl, client, { code, redirectUri, codeVerifier }, secretIn),
  );
  return { accessToken, ...(idToken !== null && { idToken }) };
}

/** Reads the person, and returns once no other sign-in with their address is running. */
async function readInTurn(read: () => Promise<ProviderPerson>): Promise<ProviderPerson> {
  const person = await refuseOnError(read);
  await awaitTurn(person.email);
  return person;
}

/** Turns any fault of a provider into a sentence on the sign-in screen. */
async function refuseOnError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFault || error instanceof z.ZodError) {
      throw new APIError("BAD_GATEWAY", { code: "PROVIDER_FAILED", message: error.message });
    }
    throw error;
  }
}

/** The person at a provider, with an address the provider has confirmed. */
type ProviderPerson = { id: string; email: string; emailVerified: true; name: string };

const profileSchema = z.object({ id: z.string().min(1).max(255), email: z.string().nullish(), name: z.unknown() });

/**
 * Reads a provider's profile of a person. Refuses an unconfirmed address, which may be anybody's, and one that only
 * lower case makes another's: the Kelvin sign becomes a k.
 */
function readPerson(profile: unknown, isConfirmed: boolean): ProviderPerson {
  const { id, email, name } = profileSchema.parse(profile);
  if (!email) throw refused("PROVIDER_EMAIL_MISSING");
  if (!isConfirmed) throw refused("PROVIDER_EMAIL_UNCONFIRMED");
  const lower = email.toLowerCase();
  const isPlain = lower === email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isAddress = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(lower) && lower.length <= limits.emailAddressLength;
  if (!isPlain || !isAddress) throw refused("PROVIDER_EMAIL_MISSING");
  const parsedName = personName.safeParse(name);
  return { id, email: lower, emailVerified: true, name: parsedName.data ?? lower.slice(0, lower.indexOf("@")) };
}

function refused(code: string): APIError {
  return new APIError("FORBIDDEN", { code });
}

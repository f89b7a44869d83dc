import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import { limits } from "@deskhand/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { APIError, type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthEndpoint, isAPIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { newId } from "../../platform/db/ids.ts";
import { ofDatabase } from "../../platform/db/lost-database.ts";
import { openSignInDatabase } from "../../platform/db/pool.ts";
import { ownOrigins } from "../../platform/http/own-origin.ts";
import { withoutValues } from "../../platform/log/create-log.ts";
import { deriveKey } from "../../platform/secrets/seal.ts";
import type { Services } from "../../platform/services.ts";
import { readTimeZone } from "../tenants/index.ts";
import { claimEndpoints } from "./claims/claim-endpoints.ts";
import { createTenant } from "./claims/create-tenant.ts";
import { refuseClosedToStranger } from "./claims/sign-up-policy.ts";
import { hasMark } from "./guesses/browser-mark.ts";
import { guessRules } from "./guesses/guess-rules.ts";
import { passkeyPlugin } from "./passkeys/own-passkeys.ts";
import { boundsOf, sessionRenewal, sessionSeconds, signInRules } from "./sign-in-rules.ts";
import { accountRules, refuseForbiddenProvider } from "./social/account-rules.ts";
import { socialProviders } from "./social/social-providers.ts";
import { accountMails } from "./tell-person.ts";
import { proofOf, sessionProof } from "./two-factor/session-proof.ts";

export type SignIn = Awaited<ReturnType<typeof createSignIn>>;

/** Sign-up, confirmation, sign-in and sign-out over HTTP, by Better Auth on our tables (docs/product.md#signing-in). */
export async function createSignIn(services: Pick<Services, "db" | "jobs" | "settings" | "log">, url: string) {
  const { settings, log } = services;
  const secret = deriveKey(settings.secret, "session-cookie");
  const db = openSignInDatabase(
    url,
    (error) => log.error(ofDatabase(error), "sign-in database"),
    settings.requestPatience,
    services.db.pool,
  );
  const auth = betterAuth({
    appName: "Deskhand",
    secret,
    baseURL: settings.publicUrl,
    basePath: "/api/auth",
    trustedOrigins: ownOrigins(settings.publicUrl),
    database: { db, type: "postgres", transaction: true },
    ...signInTables,
    advanced: {
      cookiePrefix: "deskhand",
      // Set explicitly, because the library skips the check where NODE_ENV or TEST names a test.
      disableOriginCheck: false,
      useSecureCookies: settings.publicUrl.startsWith("https:"),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ["x-deskhand-client-ip"] },
    },
    rateLimit: {
      enabled: settings.isProduction,
      ...signInTables.rateLimit,
      ...office,
      customRules: {
        // The rules in `guesses` count wrong passwords; this bounds the cost of checking them.
        "/sign-in/email": async ({ headers }) => !(await hasMark(headers.get("cookie"), secret)) && office,
        "/sign-in/*": office,
        "/sign-up": office,
        // Each costs a password's hash, and may mail a stranger.
        "/sign-up/email": { window: 60, max: 10 },
      },
    },
    // A session of any age may list sessions: what matters requires the password.
    session: { ...signInTables.session, expiresIn: sessionSeconds, updateAge: 10 * 60, freshAge: 0 },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: limits.passwordMinLength,
      maxPasswordLength: limits.passwordMaxLength,
      password: {
        hash: (password) => hash(password, settings.passwordCost),
        verify: ({ hash: known, password }) => verify(known, password),
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            if (!context) throw new Error("A person signs up through a request");
            const adapter = await getCurrentAdapter(context.context.adapter);
            await refuseClosedToStranger(settings, adapter);
            const timeZone = readTimeZone(context.body?.timeZone);
            return { data: { ...user, ...(await createTenant(adapter, settings.mailDomain, { ...user, timeZone })) } };
          },
        },
      },
      account: { create: accountRules(accountMails(services)) },
      session: {
        create: {
          before: async (session, context) => {
            await refuseForbiddenProvider(session.userId, context);
            const active = await context?.context.adapter.findOne({
              model: "users",
              where: [
                { field: "id", value: session.userId },
                { field: "is_active", value: true },
              ],
            });
            if (!active) throw new APIError("FORBIDDEN", { code: "INACTIVE", message: "This account is inactive" });
            const proof = session.proof ?? (await proofOf(session.userId, context));
            return { data: { ...session, proof, ...(await boundsOf(session, context)) } };
          },
        },
      },
    },
    account: { ...signInTables.account, updateAccountOnSignIn: false },
    plugins: [
      { id: "tenants", schema: tenantTables },
      sessionTokens,
      sessionProof,
      sessionRenewal,
      signInRules,
      guessRules,
      claimEndpoints(services),
      passkeyPlugin(settings),
      genericOAuth({ config: socialProviders(settings.social) }),
    ],
    onAPIError: {
      errorURL: "/login",
      onError(error) {
        // A refusal is the library's own; any other error, such as a lost database, becomes one of our catalogue.
        if (!isAPIError(error)) throw error;
        if (error.status === "INTERNAL_SERVER_ERROR") log.error({ err: error }, "sign-in");
      },
    },
    logger: {
      level: "error",
      log(level, message: unknown, ...[first]) {
        // The library says nothing more about an unexpected error.
        const [sentence, err] =
          typeof message === "string" ? [message, first] : ["The sign-in library failed", message];
        // A browser's invalid input is not our fault.
        const isTheirs = /^(?:Failed to verify|Invalid) /.test(sentence);
        log[isTheirs ? "warn" : level]({ err }, withoutValues(sentence));
      },
    },
  });
  const { adapter, authCookies } = await auth.$context;
  return {
    auth,
    cookieNames: { session: authCookies.sessionToken.name, forget: authCookies.dontRememberToken.name },
    /** Runs several of the library's endpoints in one transaction. */
    together: <T>(work: () => Promise<T>) => runWithTransaction(adapter, work),
    close: () => db.destroy(),
  };
}

/** Requests of one kind per minute from one IP address, which an office of a hundred people may share. */
const office = { window: 60, max: 300 };

/** Returns the token in a session's cookie if the library signed it; for the server only. */
const sessionTokens = {
  id: "session-tokens",
  endpoints: {
    sessionToken: createAuthEndpoint.serverOnly({ method: "GET", requireHeaders: true }, ({ context, ...request }) =>
      request.getSignedCookie(context.authCookies.sessionToken.name, context.secret),
    ),
  },
} satisfies BetterAuthPlugin;

const times = { createdAt: "created_at", updatedAt: "updated_at" };

/** The names of Better Auth's models in our schema. */
const signInTables = {
  user: {
    modelName: "identities",
    fields: { emailVerified: "email_verified", ...times },
    // Not returned: otherwise the response to a sign-up would show whether the address was known.
    additionalFields: {
      clientId: { type: "string", fieldName: "client_id", input: false, required: false, returned: false },
    },
  },
  session: {
    modelName: "sessions",
    fields: { userId: "user_id", expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent", ...times },
    additionalFields: {
      proof: { type: "string", input: false, required: false },
      // The latest end, however often the session is extended.
      endsAt: { type: "date", fieldName: "ends_at", input: false, required: false, returned: false },
    },
  },
  account: {
    modelName: "accounts",
    fields: {
      userId: "user_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      ...times,
    },
  },
  rateLimit: { storage: "database", modelName: "rate_limits", fields: { lastRequest: "last_request" } },
  verification: { modelName: "verifications", fields: { expiresAt: "expires_at", ...times } },
} as const;

/** The tables of a new tenant, so that its first rows are written in the sign-up's transaction. */
const tenantTables = {
  clients: {
    fields: {
      client_code: { type: "string" },
      store_name: { type: "string" },
      support_email: { type: "string" },
      time_zone: { type: "string" },
      allows_google: { type: "boolean", required: false },
      allows_twitter: { type: "boolean", required: false },
    },
  },
  users: {
    fields: {
      client_id: { type: "string" },
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string" },
      is_active: { type: "boolean", required: false },
    },
  },
} as const;

import { getCurrentAdapter, queueAfterTransactionHook, runWithTransaction } from "@better-auth/core/context";
import { limits } from "@deskhand/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { APIError, type BetterAuthPlugin, betterAuth, type DBAdapter } from "better-auth";
import { createAuthEndpoint, isAPIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { deriveKey } from "../../platform/crypto.ts";
import { newId } from "../../platform/db/ids.ts";
import { openSignInDatabase } from "../../platform/db/pool.ts";
import type { Services } from "../../platform/services.ts";
import { newClientCode, readTimeZone, storeNameFor, supportAddress } from "../tenants/index.ts";
import type { AccountMails } from "./account-mails.ts";
import { clientIdOf } from "./client-id-of.ts";
import { linkTables } from "./links/use-link.ts";
import { signInRules } from "./sign-in-rules.ts";
import { signInTables, tenantTables } from "./sign-in-tables.ts";
import { accountRules } from "./social/account-rules.ts";
import { socialProviders } from "./social/social-providers.ts";
import { proofOf, sessionProof } from "./two-factor/session-proof.ts";

export type SignIn = Awaited<ReturnType<typeof createSignIn>>;

const day = 24 * 3600;
/** How long a session lasts that is not used. */
export const sessionSeconds = 30 * day;

/** Sign-up, confirmation, sign-in and sign-out over HTTP, by Better Auth on our tables (docs/product.md#signing-in). */
export async function createSignIn(
  { settings, log }: Pick<Services, "settings" | "log">,
  url: string,
  mails: AccountMails,
) {
  const db = openSignInDatabase(url, (error) => log.error({ err: error }, "sign-in database"));
  const auth = betterAuth({
    appName: "Deskhand",
    secret: deriveKey(settings.secret, "session-cookie"),
    baseURL: settings.publicUrl,
    basePath: "/api/auth",
    database: { db, type: "postgres", transaction: true },
    ...signInTables,
    advanced: {
      cookiePrefix: "deskhand",
      // Said, because the library would otherwise leave the check out where NODE_ENV or TEST names a test.
      disableOriginCheck: false,
      useSecureCookies: settings.publicUrl.startsWith("https:"),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ["x-deskhand-client-ip"] },
    },
    rateLimit: {
      enabled: settings.isProduction,
      ...signInTables.rateLimit,
      window: 60,
      max: 100,
      customRules: { "/sign-in/email": { window: 60, max: 10 } },
    },
    // Where one is signed in may be looked at by a session of any age: what matters asks for the password.
    session: { ...signInTables.session, expiresIn: sessionSeconds, updateAge: 10 * 60, freshAge: 0 },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: limits.passwordMinLength,
      maxPasswordLength: limits.passwordMaxLength,
      password: { hash: (password) => hash(password), verify: ({ hash: known, password }) => verify(known, password) },
      // Who has not confirmed the address yet gets another link to do so.
      onExistingUserSignUp: ({ user }) =>
        queueAfterTransactionHook(async () => {
          if (user.emailVerified) await mails.existingAccount({ clientId: clientIdOf(user), email: user.email });
          else await auth.api.sendVerificationEmail({ body: { email: user.email } });
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: day,
      // It is called before the sign-up commits; the mail is queued after, when the person exists.
      sendVerificationEmail: ({ user, url: link }) =>
        queueAfterTransactionHook(() =>
          mails.confirmation({ clientId: clientIdOf(user), email: user.email }, leadingToSignIn(link)),
        ),
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            if (!context) throw new Error("A person signs up through a request");
            const adapter = await getCurrentAdapter(context.context.adapter);
            const timeZone = readTimeZone(context.body?.timeZone);
            return { data: { ...user, ...(await createTenant(adapter, settings.mailDomain, { ...user, timeZone })) } };
          },
        },
      },
      account: { create: accountRules(mails) },
      session: {
        create: {
          before: async (session, context) => {
            const active = await context?.context.adapter.update({
              model: "users",
              where: [
                { field: "id", value: session.userId },
                { field: "is_active", value: true },
              ],
              update: { last_login: new Date() },
            });
            if (!active) throw new APIError("FORBIDDEN", { code: "INACTIVE", message: "This account is inactive" });
            // Without "Remember me" the cookie ends with the browser; the library would end the session itself after a day.
            const proof = session.proof ?? (await proofOf(session.userId, context));
            return { data: { ...session, proof, expiresAt: new Date(Date.now() + sessionSeconds * 1000) } };
          },
        },
      },
    },
    account: { ...signInTables.account, updateAccountOnSignIn: false },
    plugins: [
      { id: "tenants", schema: { ...tenantTables, ...linkTables } },
      sessionTokens,
      sessionProof,
      signInRules,
      genericOAuth({ config: socialProviders(settings.social) }),
    ],
    onAPIError: {
      errorURL: "/login",
      onError(error) {
        // A refusal is the library's; what else went wrong, a lost database for one, becomes an error of our catalogue.
        if (!isAPIError(error)) throw error;
        if (error.status === "INTERNAL_SERVER_ERROR") log.error({ err: error }, "sign-in");
      },
    },
    logger: {
      level: "error",
      log: (level, message, ...[first, ...details]) => log[level]({ err: first, details }, message),
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

/** The token in a session's cookie, when the library signed it; for the server alone. */
const sessionTokens = {
  id: "session-tokens",
  endpoints: {
    sessionToken: createAuthEndpoint.serverOnly({ method: "GET", requireHeaders: true }, ({ context, ...request }) =>
      request.getSignedCookie(context.authCookies.sessionToken.name, context.secret),
    ),
  },
} satisfies BetterAuthPlugin;

/** A confirmation link, whoever asked for it: the sign-in screen says what is wrong with one, and leads on from a good one. */
function leadingToSignIn(link: string): string {
  const url = new URL(link);
  url.searchParams.set("callbackURL", "/login");
  return url.href;
}

type Newcomer = { email: string; name: string; timeZone: string };

/** Makes a client with its first user, an admin, in the transaction of the sign-up; a person's id is their profile's. */
async function createTenant(
  adapter: Pick<DBAdapter, "create">,
  mailDomain: string,
  { email, name, timeZone }: Newcomer,
) {
  const id = newId();
  const clientId = newId();
  const clientCode = newClientCode();
  const address = supportAddress(clientCode, mailDomain);
  const userName = (name.trim() || email.slice(0, email.indexOf("@"))).slice(0, 100);
  const create = (model: string, data: Record<string, unknown>) => adapter.create({ model, data, forceAllowId: true });
  await create("clients", {
    id: clientId,
    client_code: clientCode,
    store_name: storeNameFor(email),
    support_email: address,
    time_zone: timeZone,
  });
  await create("users", { id, client_id: clientId, email, name: userName, role: "admin" });
  return { id, clientId, name: userName };
}

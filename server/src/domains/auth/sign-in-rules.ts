import { randomBytes } from "node:crypto";
import { getCurrentAdapter } from "@better-auth/core/context";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { Failure } from "../../platform/fail.ts";

const byPassword = ["/sign-in/email", "/sign-up/email"];
const neither = "You must provide either an email or phone number and a password";
/** What is no text at all is another fault, told by its name. */
const credential = z.unknown().refine((value) => (typeof value === "string" ? value.trim() !== "" : value != null));
const credentials = z.object({ email: credential, password: credential });
const signOutSchema = z.object({ isHereOnly: z.boolean() });

/** What Deskhand asks of a sign-in, a sign-up and a sign-out beyond what the library does. */
export const signInRules = {
  id: "sign-in-rules",
  hooks: {
    before: [
      {
        matcher: ({ path }: { path?: string }) => byPassword.includes(path ?? ""),
        handler: createAuthMiddleware(async ({ body }) => {
          if (!credentials.safeParse(body).success) {
            throw new Failure("input_invalid", { fields: { "": [neither] } }, neither);
          }
        }),
      },
      {
        matcher: ({ path }: { path?: string }) => path === "/sign-out",
        // Signing out is from every device, but where it says that it is from here only.
        handler: createAuthMiddleware(async (request) => {
          if (signOutSchema.safeParse(request.body).data?.isHereOnly === true) return;
          const { authCookies, secret, internalAdapter } = request.context;
          const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
          const found = token ? await internalAdapter.findSession(token) : null;
          if (found) await internalAdapter.deleteUserSessions(found.user.id);
        }),
      },
    ],
    after: [
      {
        // What the server does by itself has no path, and ends sessions by itself.
        matcher: ({ path }: { path?: string }) => Boolean(path),
        // The browser's cookie is the new session's from now on: nobody could end the one before from here, and who knows its token could use it.
        handler: createAuthMiddleware(async (request) => {
          const { authCookies, secret, internalAdapter, newSession } = request.context;
          if (!newSession) return;
          const before = await request.getSignedCookie(authCookies.sessionToken.name, secret);
          if (before && before !== newSession.session.token) await internalAdapter.deleteSession(before);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

/** What the library does about a session whose password changes; for the server alone. */
export const sessionRenewal = {
  id: "session-renewal",
  endpoints: {
    /** Gives the session that asks another token, and the browser its cookie: whoever else knows the token is signed in no more. */
    renewToken: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (request) => {
      // The transaction that changes the password may hold the session's row: on another connection this would wait for it for ever.
      const adapter = await getCurrentAdapter(request.context.adapter);
      const found = await getSessionFromCtx(request, { disableRefresh: true });
      if (!found) throw new APIError("UNAUTHORIZED");
      const { user, session } = found;
      const token = randomBytes(24).toString("base64url");
      // The end is written with it, as it was: by that every process hears of the change.
      const update = { token, expiresAt: session.expiresAt };
      await adapter.update({ model: "session", where: [{ field: "id", value: session.id }], update });
      await setSessionCookie(request, { session: { ...session, token }, user });
    }),
    /**
     * Whether a session, named as it was a moment ago, has another token by now and its person this password: the same change
     * was asked for twice at once, and the first request has done it.
     */
    wasRenewedWith: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ sessionId: z.string(), token: z.string(), password: z.string() }) },
      async ({ body, context }) => {
        const { adapter, internalAdapter, password } = context;
        const where = [{ field: "id", value: body.sessionId }];
        const session = await adapter.findOne<{ token: string; userId: string }>({ model: "session", where });
        if (!session || session.token === body.token) return false;
        const accounts = await internalAdapter.findAccounts(session.userId);
        const hash = accounts.find(({ providerId }) => providerId === "credential")?.password;
        return Boolean(hash) && password.verify({ hash: hash ?? "", password: body.password });
      },
    ),
  },
} satisfies BetterAuthPlugin;

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** How long a session lasts that is not used; in seconds. */
export const sessionSeconds = 30 * 24 * 3600;
const longestMs = { remembered: 90 * dayMs, forgotten: 12 * hourMs };

type Request = GenericEndpointContext | null | undefined;

/** When a new session ends if it is not used, and when it ends in any case (docs/product.md#signing-in). */
export async function boundsOf({ expiresAt }: { expiresAt: Date }, request: Request) {
  const now = Date.now();
  // The library gives a session a day whose cookie is to end with the browser.
  const isShort = expiresAt.getTime() - now < 2 * dayMs;
  const isForgotten = isShort || (request?.path !== "/sign-in/email" && (await isToBeForgotten(request)));
  const endsAt = new Date(now + (isForgotten ? longestMs.forgotten : longestMs.remembered));
  return { endsAt, expiresAt: new Date(Math.min(endsAt.getTime(), now + sessionSeconds * 1000)) };
}

/** Whether the session before, which this one takes the place of, was to end with the browser. */
async function isToBeForgotten(request: Request): Promise<boolean> {
  if (!request) return false;
  const { authCookies, secret } = request.context;
  return Boolean(await request.getSignedCookie(authCookies.dontRememberToken.name, secret));
}

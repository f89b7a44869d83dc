import { randomBytes } from "node:crypto";
import { getCurrentAdapter } from "@better-auth/core/context";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { Failure } from "../../platform/fail.ts";

const byPassword = ["/sign-in/email", "/sign-up/email"];
const neither = "You must provide either an email or phone number and a password";
/** A value that is no text is a different fault, reported by field. */
const credential = z.unknown().refine((value) => (typeof value === "string" ? value.trim() !== "" : value != null));
const credentials = z.object({ email: credential, password: credential });
const signOutSchema = z.object({ isHereOnly: z.boolean() });

/** What Deskhand checks at sign-in, sign-up and sign-out beyond the library. */
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
        // Signing out ends all sessions, unless it asks for this one only.
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
        // Calls by the server have no path, and end sessions themselves.
        matcher: ({ path }: { path?: string }) => Boolean(path),
        // The new session replaces the browser's cookie: the previous one could not be ended from here any more, but
        // its token could still be used.
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

/** What the library does with a session whose password changes; for the server only. */
export const sessionRenewal = {
  id: "session-renewal",
  endpoints: {
    /** Gives the calling session a new token and cookie, so that the old token signs nobody in. */
    renewToken: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (request) => {
      // The transaction that changes the password may hold the session's row; another connection would wait for it for
      // ever.
      const adapter = await getCurrentAdapter(request.context.adapter);
      const found = await getSessionFromCtx(request, { disableRefresh: true });
      if (!found) throw new APIError("UNAUTHORIZED");
      const { user, session } = found;
      const token = randomBytes(24).toString("base64url");
      // Writes the unchanged end too: by this write every process hears of the change.
      const update = { token, expiresAt: session.expiresAt };
      await adapter.update({ model: "session", where: [{ field: "id", value: session.id }], update });
      await setSessionCookie(request, { session: { ...session, token }, user });
    }),
    /**
     * Whether the named session has a new token by now and its person this password: the same change was requested
     * twice at once, and the first request did it.
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
/** How many seconds an unused session lasts. */
export const sessionSeconds = 30 * 24 * 3600;
const longestMs = { remembered: 90 * dayMs, forgotten: 12 * hourMs };

type Request = GenericEndpointContext | null | undefined;

/** When a new session ends if unused, and when at the latest (docs/product.md#signing-in). */
export async function boundsOf({ expiresAt }: { expiresAt: Date }, request: Request) {
  const now = Date.now();
  // The library gives one day to a session whose cookie ends with the browser.
  const isShort = expiresAt.getTime() - now < 2 * dayMs;
  const isForgotten = isShort || (request?.path !== "/sign-in/email" && (await endsWithBrowser(request)));
  const endsAt = new Date(now + (isForgotten ? longestMs.forgotten : longestMs.remembered));
  return { endsAt, expiresAt: new Date(Math.min(endsAt.getTime(), now + sessionSeconds * 1000)) };
}

/** Whether the session that this one replaces was to end with the browser. */
async function endsWithBrowser(request: Request): Promise<boolean> {
  if (!request) return false;
  const { authCookies, secret } = request.context;
  return Boolean(await request.getSignedCookie(authCookies.dontRememberToken.name, secret));
}

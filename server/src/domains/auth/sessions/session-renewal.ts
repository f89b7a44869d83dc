import { randomBytes } from "node:crypto";
import { getCurrentAdapter } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";

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

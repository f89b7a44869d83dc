import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
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

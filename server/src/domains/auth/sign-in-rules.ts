import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** What Deskhand asks of a sign-out beyond what the library does. */
export const signInRules = {
  id: "sign-in-rules",
  hooks: {
    before: [
      {
        matcher: ({ path }: { path?: string }) => path === "/sign-out",
        // Signing out is from every device.
        handler: createAuthMiddleware(async (request) => {
          const { authCookies, secret, internalAdapter } = request.context;
          const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
          const found = token ? await internalAdapter.findSession(token) : null;
          if (found) await internalAdapter.deleteUserSessions(found.user.id);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

import type { AuthMiddleware } from "better-auth/api";
import { createAuthMiddleware } from "better-auth/api";

/** Before a sign-out: ends every session of the person who asks, on all devices (the spec's global scope). */
export const endAllSessions: AuthMiddleware = createAuthMiddleware(async (request) => {
  if (request.path !== "/sign-out") return;
  const { authCookies, secret, internalAdapter } = request.context;
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
  const found = token ? await internalAdapter.findSession(token) : null;
  if (found) await internalAdapter.deleteUserSessions(found.user.id);
});

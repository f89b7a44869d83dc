import { isAPIError } from "better-auth/api";
import type { FastifyRequest } from "fastify";
import { fail } from "../../platform/fail.ts";
import type { SignIn } from "./create-sign-in.ts";
import type { ProvedBy } from "./two-factor/session-proof.ts";

export type OwnSignIn = Awaited<ReturnType<typeof ownSignIn>>;

/**
 * What the person who makes a request may know and do about their own sign-in. The library's endpoints get only that
 * request's cookie, so nobody else's sign-in can be meant. Fails without a session.
 */
export async function ownSignIn({ auth, together }: SignIn, request: Pick<FastifyRequest, "headers">) {
  const { api } = auth;
  const headers = new Headers({ cookie: request.headers.cookie ?? "" });
  const found = await ask(api.getSession({ headers, query: { disableRefresh: true } }));
  if (!found) throw fail("not_signed_in");
  return {
    sessionId: found.session.id,
    sessions: () => ask(api.listSessions({ headers })),
    endSession: (token: string) => ask(api.revokeSession({ headers, body: { token } })),
    endOtherSessions: () =>
      together(async () => {
        await ask(api.revokeOtherSessions({ headers }));
        await api.trustNoBrowser({ headers });
      }),
    /** Whether there is a password; a person who signs in with a provider may have none. */
    async hasPassword() {
      const accounts = await ask(api.listUserAccounts({ headers }));
      return accounts.some(({ providerId }) => providerId === "credential");
    },
    isPassword: (password: string) =>
      ask(api.verifyPassword({ headers, body: { password } })).then(
        () => true,
        (error) => {
          if (isAPIError(error) && error.body?.code === "INVALID_PASSWORD") return false;
          throw error;
        },
      ),
    /** Whether another request of this session has just set this password. */
    hasJustChanged: (password: string) => {
      const { id: sessionId, token } = found.session;
      return ask(api.wasRenewedWith({ body: { sessionId, token, password } }));
    },
    /**
     * Changes the password, ends all other sessions and renews this one's token, all or nothing; returns the browser's
     * cookies.
     */
    changePassword: (currentPassword: string, newPassword: string) =>
      together(async () => {
        await ask(api.changePassword({ headers, body: { currentPassword, newPassword } }));
        await ask(api.revokeOtherSessions({ headers }));
        await api.trustNoBrowser({ headers });
        const { headers: responseHeaders } = await ask(api.renewToken({ headers, returnHeaders: true }));
        return { cookies: responseHeaders.getSetCookie() };
      }),
    /** Replaces the request's session by a proved one; returns the browser's cookies. */
    async prove(body: ProvedBy) {
      const { headers: responseHeaders } = await ask(api.proveSession({ headers, body, returnHeaders: true }));
      return { cookies: responseHeaders.getSetCookie() };
    },
    trustNoBrowser: () => ask(api.trustNoBrowser({ headers })),
  };
}

/** Calls one of the library's endpoints; its refusals become failures of our catalogue. */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.status === "UNAUTHORIZED") throw fail("not_signed_in");
    // The library has logged the database's error and does not pass it on.
    if (error.status === "INTERNAL_SERVER_ERROR") throw fail("service_unavailable");
    throw error;
  }
}

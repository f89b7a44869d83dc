import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/services.ts";
import { forgetCookieName, sessionCookieName, tokenIn } from "./actors.ts";
import { touchSession } from "./auth.queries.ts";
import { sessionSeconds } from "./create-sign-in.ts";

/** How long ago a session's end was moved before it is moved again, so that not every request writes. */
const touchAfterMs = 10 * 60 * 1000;

/** Puts a session's end off while it is in use, once in ten minutes at most, and its cookie's with it where that has one. */
export function putOffSessions(http: FastifyInstance, { db, settings }: Services, sessionKey: string): void {
  const { publicUrl } = settings;
  const name = sessionCookieName(publicUrl);
  const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure: publicUrl.startsWith("https:") } as const;
  http.addHook("onRequest", async ({ actor, cookies }, reply) => {
    const value = cookies[name];
    if (!actor || !value) return;
    const msLeft = Date.parse(actor.sessionEndsAt) - Date.now();
    const token = msLeft < sessionSeconds * 1000 - touchAfterMs && tokenIn(value, sessionKey);
    if (!token) return;
    await touchSession(db, token);
    // Without "Remember me" the cookie ends with the browser, and stays as it is.
    if (!cookies[forgetCookieName(publicUrl)]) reply.setCookie(name, value, { ...cookie, maxAge: sessionSeconds });
  });
}

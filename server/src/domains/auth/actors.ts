import { type Permission, permissionsOf } from "@deskhand/contract/permissions";
import { parseCookies } from "better-auth/cookies";
import type { FastifyInstance } from "fastify";
import { asTenantId, type Db } from "../../platform/db/tenant.ts";
import type { SignedIn } from "../../platform/http/context.ts";
import { type SessionRow, selectSession } from "./auth.queries.ts";
import type { SignIn } from "./create-sign-in.ts";
import { ask } from "./own-sign-in.ts";

/** A person found by a session is trusted this long, unless the database reports a change. */
const trustedMs = 5_000;
const maxTrusted = 10_000;

export type Actors = {
  /** The person signed in by the session in a Cookie header, if fully signed in. */
  find(cookie: string | undefined): Promise<SignedIn | null>;
  /** The same, but also for a person who still has a step of the sign-in to take. */
  recognise(cookie: string | undefined): Promise<SignedIn | null>;
  /** Drops what is cached about this person, or everybody: the next request asks the database. */
  forget(userId?: string): void;
};

/** Finds people by their sessions and caches each for five seconds. */
export function openActors(db: Db, { auth, cookieNames }: SignIn): Actors {
  // Keyed by the session's cookie, whose signature the library verified once; only the person behind it is looked up
  // again.
  const trusted = new Map<string, { token: string; actor: SignedIn; until: number }>();
  let forgotten = 0;

  async function find(cookie: string | undefined): Promise<SignedIn | null> {
    const actor = await recognise(cookie);
    return actor?.step ? null : actor;
  }

  async function recognise(cookie: string | undefined): Promise<SignedIn | null> {
    const session = cookie && parseCookies(cookie).get(cookieNames.session);
    if (!session) return null;
    const cached = trusted.get(session);
    if (cached && cached.until > Date.now()) return cached.actor;
    const token = cached?.token ?? (await auth.api.sessionToken({ headers: new Headers({ cookie }) }));
    if (!token) return null;
    const forgottenBefore = forgotten;
    const row = await selectSession(db, token);
    trusted.delete(session);
    if (!row) return null;
    if (trusted.size >= maxTrusted) trusted.clear();
    const actor = toActor(row);
    // A change reported while the row was being read may be newer than the row.
    const isNews = forgotten !== forgottenBefore;
    trusted.set(session, { token, actor, until: isNews ? 0 : Date.now() + trustedMs });
    return actor;
  }

  function forget(userId?: string): void {
    forgotten += 1;
    for (const entry of trusted.values()) if (!userId || entry.actor.userId === userId) entry.until = 0;
  }

  return { find, recognise, forget };
}

function toActor(row: SessionRow): SignedIn {
  return {
    kind: "person",
    userId: row.user_id,
    tenantId: asTenantId(row.client_id),
    email: row.email,
    name: row.name,
    role: row.role,
    sessionDueAt: row.due_at,
    can: canOf(row),
    step: row.step,
  };
}

function canOf({ role, step }: SessionRow): readonly Permission[] {
  if (step === "code") return ["account:arrive"];
  return step === "set-up" ? ["account:arrive", "account:secure"] : permissionsOf[role];
}

/** Lets the library extend a session that is in use, and its cookie if that has an expiry. */
export function renewSessions(http: FastifyInstance, { auth, cookieNames }: SignIn): void {
  http.addHook("onRequest", async ({ actor, headers }, reply) => {
    if (!actor || Date.parse(actor.sessionDueAt) > Date.now()) return;
    const cookies = parseCookies(headers.cookie ?? "");
    // Without "Remember me" the cookie ends with the browser but the session does not. The library would then extend
    // neither, so it is not shown that cookie, and the one it sets is dropped.
    const cookie = `${cookieNames.session}=${encodeURIComponent(cookies.get(cookieNames.session) ?? "")}`;
    const renewed = await ask(auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }));
    if (!cookies.has(cookieNames.forget)) reply.header("set-cookie", renewed.headers.getSetCookie());
  });
}

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
const mostTrusted = 10_000;

export type Actors = {
  /** Who is signed in by the session in a Cookie header, and let in. */
  find(cookie: string | undefined): Promise<SignedIn | null>;
  /** The same, and also who has a step of the sign-in before them. */
  recognise(cookie: string | undefined): Promise<SignedIn | null>;
  /** What was known of this person, or of everybody, is no longer so: the next request asks the database. */
  forget(userId?: string): void;
};

/** Finds people by their sessions; those that keep asking are looked up once in five seconds. */
export function openActors(db: Db, { auth, cookieNames }: SignIn): Actors {
  // By the session's cookie, which the library signed for this token once and for all: only who that is, is asked again.
  const trusted = new Map<string, { token: string; actor: SignedIn; until: number }>();
  let forgotten = 0;

  async function find(cookie: string | undefined): Promise<SignedIn | null> {
    const actor = await recognise(cookie);
    return actor?.step ? null : actor;
  }

  async function recognise(cookie: string | undefined): Promise<SignedIn | null> {
    const session = cookie && parseCookies(cookie).get(cookieNames.session);
    if (!session) return null;
    const known = trusted.get(session);
    if (known && known.until > Date.now()) return known.actor;
    const token = known?.token ?? (await auth.api.sessionToken({ headers: new Headers({ cookie }) }));
    if (!token) return null;
    const forgottenBefore = forgotten;
    const row = await selectSession(db, token);
    trusted.delete(session);
    if (!row) return null;
    if (trusted.size >= mostTrusted) trusted.clear();
    const actor = toActor(row);
    // What was reported while the row was on its way may be newer than the row.
    const isNews = forgotten !== forgottenBefore;
    trusted.set(session, { token, actor, until: isNews ? 0 : Date.now() + trustedMs });
    return actor;
  }

  function forget(userId?: string): void {
    forgotten += 1;
    for (const known of trusted.values()) if (!userId || known.actor.userId === userId) known.until = 0;
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

/** Lets the library put a session's end off while it is in use, and its cookie's with it where that has one. */
export function renewSessions(http: FastifyInstance, { auth, cookieNames }: SignIn): void {
  http.addHook("onRequest", async ({ actor, headers }, reply) => {
    if (!actor || Date.parse(actor.sessionDueAt) > Date.now()) return;
    const cookies = parseCookies(headers.cookie ?? "");
    // Without "Remember me" the cookie ends with the browser and the session does not: the library, which would leave both
    // as they are, is not shown that cookie, and what it sets is left out.
    const cookie = `${cookieNames.session}=${encodeURIComponent(cookies.get(cookieNames.session) ?? "")}`;
    const renewed = await ask(auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }));
    if (!cookies.has(cookieNames.forget)) reply.header("set-cookie", renewed.headers.getSetCookie());
  });
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { permissionsOf } from "@deskhand/contract/permissions";
import { asTenantId, type Db } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { type SessionRow, selectSession } from "./auth.queries.ts";

/** The session cookie's name; the secure prefix makes browsers refuse it without TLS. */
export function sessionCookieName(publicUrl: string): string {
  return cookieName(publicUrl, "session_token");
}

/** The cookie by which the sign-in library keeps that somebody did not want to be remembered. */
export function forgetCookieName(publicUrl: string): string {
  return cookieName(publicUrl, "dont_remember");
}

function cookieName(publicUrl: string, name: string): string {
  return `${publicUrl.startsWith("https:") ? "__Secure-" : ""}deskhand.${name}`;
}

/** A person found by a session is taken for granted this long, and no longer than the database tells nothing else. */
const trustedMs = 5_000;
const mostTrusted = 10_000;

export type Actors = {
  /** Who is signed in by the session cookie that the sign-in library set: `{token}.{HMAC-SHA256, base64}`. */
  find(cookie: string | undefined): Promise<Actor | null>;
  /** What was known of this person, or of everybody, is no longer so: the next request asks the database. */
  forget(userId?: string): void;
};

/** Finds people by their sessions; those that keep asking are looked up once in five seconds. */
export function openActors(db: Db, authSecret: string): Actors {
  const trusted = new Map<string, { actor: Actor; until: number }>();
  let forgotten = 0;

  async function lookUp(cookie: string): Promise<Actor | null> {
    const token = tokenIn(cookie, authSecret);
    if (!token) return null;
    const forgottenBefore = forgotten;
    const row = await selectSession(db, token);
    if (!row) return null;
    const actor = toActor(row);
    if (trusted.size >= mostTrusted) trusted.clear();
    // What was told while the answer was on its way may be newer than the answer.
    if (forgotten === forgottenBefore) trusted.set(cookie, { actor, until: Date.now() + trustedMs });
    return actor;
  }

  return {
    async find(cookie) {
      if (!cookie) return null;
      const known = trusted.get(cookie);
      if (known && known.until > Date.now()) return known.actor;
      trusted.delete(cookie);
      return lookUp(cookie);
    },
    forget(userId) {
      forgotten += 1;
      for (const [cookie, { actor }] of trusted) if (!userId || actor.userId === userId) trusted.delete(cookie);
    },
  };
}

function toActor(row: SessionRow): Actor {
  return {
    userId: row.user_id,
    tenantId: asTenantId(row.client_id),
    email: row.email,
    name: row.name,
    role: row.role,
    sessionEndsAt: row.expires_at,
    can: permissionsOf[row.role],
  };
}

/** The session's token in a cookie that the sign-in library signed; null when it did not. */
export function tokenIn(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf(".");
  if (dot < 1) return null;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

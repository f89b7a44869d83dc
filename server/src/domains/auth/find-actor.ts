import { createHmac, timingSafeEqual } from "node:crypto";
import { permissionsOf } from "@deskhand/contract/permissions";
import { asTenantId, type Db } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectSession } from "./auth.queries.ts";

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

/** Finds who is signed in by the session cookie that the sign-in library set: `{token}.{HMAC-SHA256, base64}`. */
export function actorFinder(db: Db, authSecret: string): (cookie: string | undefined) => Promise<Actor | null> {
  return async (cookie) => {
    const token = cookie && tokenIn(cookie, authSecret);
    if (!token) return null;
    const row = await selectSession(db, token);
    if (!row) return null;
    return {
      userId: row.user_id,
      tenantId: asTenantId(row.client_id),
      email: row.email,
      name: row.name,
      role: row.role,
      sessionEndsAt: row.expires_at,
      can: permissionsOf[row.role],
    };
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

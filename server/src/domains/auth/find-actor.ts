import { createHmac, timingSafeEqual } from "node:crypto";
import { permissionsOf } from "@deskhand/contract/permissions";
import { asTenantId, type Db } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectSession } from "./auth.queries.ts";

/** The session cookie's name; the secure prefix makes browsers refuse it without TLS. */
export function sessionCookieName(publicUrl: string): string {
  return `${publicUrl.startsWith("https:") ? "__Secure-" : ""}deskhand.session_token`;
}

/** Finds who is signed in by the session cookie that the sign-in library set: `{token}.{HMAC-SHA256, base64}`. */
export function actorFinder(db: Db, authSecret: string): (cookie: string | undefined) => Promise<Actor | null> {
  return async (cookie) => {
    const token = cookie && signedToken(cookie, authSecret);
    if (!token) return null;
    const row = await selectSession(db, token);
    if (!row) return null;
    return {
      userId: row.user_id,
      tenantId: asTenantId(row.client_id),
      email: row.email,
      name: row.name,
      role: row.role,
      can: permissionsOf[row.role],
    };
  };
}

function signedToken(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf(".");
  if (dot < 1) return null;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

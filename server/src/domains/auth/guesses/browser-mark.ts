import { createHash, randomBytes } from "node:crypto";
import type { GenericEndpointContext } from "better-auth";
import { parseCookies } from "better-auth/cookies";
import { makeSignature } from "better-auth/crypto";

/** The longest time browsers keep a cookie. */
const keptSeconds = 400 * 24 * 3600;
const prefix = "device_";

/**
 * Marks a browser as one where a person has signed in. The signed cookie is bound to that person and stays when they
 * sign out. It grants no access, only a separate count of wrong passwords.
 */
export async function markBrowser(request: GenericEndpointContext, userId: string): Promise<void> {
  if (await browserMark(request, userId)) return;
  const { name, attributes } = request.context.createAuthCookie(nameFor(userId), { maxAge: keptSeconds });
  const value = `${ownerOf(userId)}.${randomBytes(12).toString("base64url")}`;
  await request.setSignedCookie(name, value, request.context.secret, { ...attributes, path: "/api/auth" });
}

/** The mark a browser has for this person; null without one, or with another person's. */
export async function browserMark(request: GenericEndpointContext, userId: string): Promise<string | null> {
  const { createAuthCookie, secret } = request.context;
  // False where the signature is not ours.
  const value = (await request.getSignedCookie(createAuthCookie(nameFor(userId)).name, secret)) || "";
  return value.startsWith(`${ownerOf(userId)}.`) ? value : null;
}

/** Whether a browser has a validly signed mark for anybody. */
export async function hasMark(cookie: string | null, secret: string): Promise<boolean> {
  return (await markedOwners(cookie, secret)).length > 0;
}

/** The marked owners of a browser, as `ownerOf` writes them, from validly signed marks. */
export async function markedOwners(cookie: string | null, secret: string): Promise<string[]> {
  const owners: string[] = [];
  for (const [name, value] of parseCookies(cookie ?? "")) {
    if (!name.includes(`.${prefix}`)) continue;
    const at = value.lastIndexOf(".");
    const signed = at > 0 ? await makeSignature(value.slice(0, at), secret) : null;
    // Compares both as in the header and encoded, because decoding made-up input could fail.
    const isOurs = signed !== null && [signed, encodeURIComponent(signed)].includes(value.slice(at + 1));
    if (isOurs) owners.push(value.split(".")[0] ?? "");
  }
  return owners;
}

function nameFor(userId: string): string {
  return prefix + ownerOf(userId);
}

/** A person as named by a browser's mark and by a job for a requester: not identifiable. */
export function ownerOf(userId: string): string {
  return createHash("sha256").update(`device:${userId}`).digest("hex").slice(0, 16);
}

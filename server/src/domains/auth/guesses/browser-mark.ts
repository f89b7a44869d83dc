import { createHash, randomBytes } from "node:crypto";
import type { GenericEndpointContext } from "better-auth";
import { parseCookies } from "better-auth/cookies";
import { makeSignature } from "better-auth/crypto";

/** Browsers keep no cookie longer. */
const keptSeconds = 400 * 24 * 3600;
const prefix = "device_";

/**
 * Marks a browser as one where somebody has signed in. The cookie says nothing but that, is signed, bound to that person and
 * stays when they sign out: it opens nothing, and gives the browser a count of wrong passwords of its own.
 */
export async function markBrowser(request: GenericEndpointContext, userId: string): Promise<void> {
  if (await browserMark(request, userId)) return;
  const { name, attributes } = request.context.createAuthCookie(nameFor(userId), { maxAge: keptSeconds });
  const value = `${ownerOf(userId)}.${randomBytes(12).toString("base64url")}`;
  await request.setSignedCookie(name, value, request.context.secret, { ...attributes, path: "/api/auth" });
}

/** The mark that a browser has for this person; null for none, or for one that was made for somebody else. */
export async function browserMark(request: GenericEndpointContext, userId: string): Promise<string | null> {
  const { createAuthCookie, secret } = request.context;
  // False where the signature is not ours.
  const value = (await request.getSignedCookie(createAuthCookie(nameFor(userId)).name, secret)) || "";
  return value.startsWith(`${ownerOf(userId)}.`) ? value : null;
}

/** Whether a browser has a mark for anybody, which has been signed here. */
export async function hasMark(cookie: string | null, secret: string): Promise<boolean> {
  return (await markedOwners(cookie, secret)).length > 0;
}

/** Of each person who has signed in at a browser, by marks that have been signed here, what the mark says of them: `ownerOf`. */
export async function markedOwners(cookie: string | null, secret: string): Promise<string[]> {
  const owners: string[] = [];
  for (const [name, value] of parseCookies(cookie ?? "")) {
    if (!name.includes(`.${prefix}`)) continue;
    const at = value.lastIndexOf(".");
    const signed = at > 0 ? await makeSignature(value.slice(0, at), secret) : null;
    // As it is in the header or decoded: decoding what somebody made up could fail.
    const isOurs = signed !== null && [signed, encodeURIComponent(signed)].includes(value.slice(at + 1));
    if (isOurs) owners.push(value.split(".")[0] ?? "");
  }
  return owners;
}

function nameFor(userId: string): string {
  return prefix + ownerOf(userId);
}

/** What the mark of a browser says of the person who has signed in there, and a job of who asks: nothing that names them. */
export function ownerOf(userId: string): string {
  return createHash("sha256").update(`device:${userId}`).digest("hex").slice(0, 16);
}

import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getIp } from "better-auth/api";
import { newId } from "../../platform/db/ids.ts";
import { countGuesses, deleteGuess, deleteGuesses, insertGuess, isUsualPlace } from "./guesses.queries.ts";

type SignInDatabase = Parameters<typeof countGuesses>[0];

const mostGuesses = 20;
const withinMinutes = 5;

/**
 * Bounds how many passwords may be tried at one address, from wherever and at whichever process: the library's own limit
 * counts by IP and process. The address need not be known, so that the answer tells nothing. What is refused does not
 * count, and where somebody is signed in to the account already nothing is: nobody can lock its owner out of there.
 */
export function limitGuesses(db: SignInDatabase): BetterAuthPlugin {
  const matcher = ({ path }: { path?: string }) => path === "/sign-in/email";
  const before = createAuthMiddleware(async ({ body, headers, context }) => {
    const email = emailOf(body);
    if (email === null) return;
    const ip = headers ? getIp(headers, context.options) : null;
    if (ip !== null && (await isUsualPlace(db, email, ip))) return;
    const guess = { id: newId(), at: placeOf(email) };
    // It counts before it is tried: many at once would all find that there were few so far.
    await insertGuess(db, guess, withinMinutes);
    if ((await countGuesses(db, guess.at)) <= mostGuesses) return;
    await deleteGuess(db, guess.id);
    const message = `Too many wrong passwords. Try again in ${withinMinutes} minutes`;
    throw new APIError("TOO_MANY_REQUESTS", { code: "TOO_MANY_ATTEMPTS", message });
  });
  const after = createAuthMiddleware(async ({ body, context }) => {
    const email = emailOf(body);
    if (email !== null && context.newSession) await deleteGuesses(db, placeOf(email));
  });
  return {
    id: "guesses",
    hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
  };
}

/** Null for what the library refuses: no text at all, or what no database text holds. */
function emailOf(body: { email?: unknown } | undefined): string | null {
  const email = body?.email;
  return typeof email === "string" && !email.includes("\0") ? email.toLowerCase() : null;
}

function placeOf(email: string): string {
  return `guesses:${createHash("sha256").update(email).digest("hex")}`;
}

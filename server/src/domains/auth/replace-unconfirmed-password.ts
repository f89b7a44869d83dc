import { hash } from "@node-rs/argon2";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { updateUnconfirmedPassword } from "./unconfirmed.queries.ts";

type SignInDatabase = Parameters<typeof updateUnconfirmedPassword>[0];

/**
 * Until an address is confirmed, the latest sign-up's password counts. The library keeps the first one's: a stranger could
 * leave theirs at somebody's address and wait for its owner to sign up and confirm it.
 */
export function replaceUnconfirmedPassword(db: SignInDatabase): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ({ body }) => {
    // What is no text at all, or holds what no database text does, is for the library to refuse.
    const { email, password } = body ?? {};
    if (typeof email !== "string" || typeof password !== "string" || email.includes("\0")) return;
    // Hashed whether or not there is anybody, so that the time it takes tells nothing.
    await updateUnconfirmedPassword(db, email.toLowerCase(), await hash(password));
  });
  return {
    id: "unconfirmed-passwords",
    hooks: { before: [{ matcher: ({ path }) => path === "/sign-up/email", handler }] },
  };
}

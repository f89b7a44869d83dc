import { createHash } from "node:crypto";
import { errors } from "@deskhand/contract/errors";
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, getIp } from "better-auth/api";
import { storeNameFor } from "../tenants/index.ts";
import { passwordFaults } from "./password-faults.ts";

const mostGuesses = 20;
const withinMinutes = 5;

type Entered = { email: string; password: string; name: string };

/** What Deskhand asks of a sign-up, a sign-in and a sign-out beyond what the library does. */
export const signInRules = {
  id: "sign-in-rules",
  hooks: {
    before: [
      on("/sign-up/email", async ({ context, body }) => {
        const entered = enteredIn(body);
        if (!entered) return;
        refuseWeakPassword(entered);
        await replaceUnconfirmedPassword(context, entered);
      }),
      on("/sign-in/email", async ({ context, body, headers }) => {
        const entered = enteredIn(body);
        if (entered) await countGuess(context, entered.email, headers && getIp(headers, context.options));
      }),
      // Signing out is from every device.
      on("/sign-out", async (request) => {
        const { authCookies, secret, internalAdapter } = request.context;
        const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
        const found = token ? await internalAdapter.findSession(token) : null;
        if (found) await internalAdapter.deleteUserSessions(found.user.id);
      }),
    ],
    after: [
      on("/sign-in/email", async ({ context }) => {
        if (context.newSession) await forgetGuesses(context, context.newSession.user.email);
      }),
    ],
  },
} satisfies BetterAuthPlugin;

type Context = GenericEndpointContext["context"];

function on(path: string, handler: (request: GenericEndpointContext) => Promise<void>) {
  return { matcher: (request: { path?: string }) => request.path === path, handler: createAuthMiddleware(handler) };
}

/** Null for what the library refuses: no text at all, or what no database text holds. */
function enteredIn(body: Partial<Record<keyof Entered, unknown>> | undefined): Entered | null {
  const { email, password, name } = body ?? {};
  if (typeof email !== "string" || typeof password !== "string" || email.includes("\0")) return null;
  return { email: email.toLowerCase(), password, name: typeof name === "string" ? name : "" };
}

/** Signing up takes the passwords that changing one takes. It is found out before the address is looked up. */
function refuseWeakPassword({ password, ...owner }: Entered): void {
  const faults = passwordFaults(password, { ...owner, storeName: storeNameFor(owner.email) });
  if (faults.length === 0) return;
  const message = [errors.weak_password.message, ...faults].map((sentence) => `${sentence}.`).join(" ");
  throw new APIError("UNPROCESSABLE_ENTITY", { code: "WEAK_PASSWORD", message });
}

/**
 * Until an address is confirmed, the latest sign-up's password counts. The library keeps the first one's: a stranger could
 * leave theirs at somebody's address and wait for its owner to sign up and confirm it.
 */
async function replaceUnconfirmedPassword({ internalAdapter, password }: Context, entered: Entered): Promise<void> {
  // Hashed whether or not there is anybody, so that the time it takes shows nothing.
  const hash = await password.hash(entered.password);
  const found = await internalAdapter.findUserByEmail(entered.email);
  if (found && !found.user.emailVerified) await internalAdapter.updatePassword(found.user.id, hash);
}

/**
 * Bounds how many passwords may be tried at one address, from wherever and at whichever process: the library's own limit
 * counts by IP. The address need not be known, so that the response shows nothing. What is refused does not count, and where
 * somebody is signed in to the account already nothing is: nobody can lock its owner out of there.
 */
async function countGuess({ adapter, internalAdapter }: Context, email: string, ip?: string | null): Promise<void> {
  const owner = ip ? await internalAdapter.findUserByEmail(email) : null;
  const sessions = owner ? await internalAdapter.listSessions(owner.user.id, { onlyActiveSessions: true }) : [];
  if (sessions.some(({ ipAddress }) => ipAddress === ip)) return;
  const model = "verification";
  const identifier = guessesAt(email);
  const expiresAt = new Date(Date.now() + withinMinutes * 60_000);
  // It counts before it is tried: many at once would all find that there were few so far.
  const { id } = await internalAdapter.createVerificationValue({ identifier, value: "", expiresAt });
  const stillCount = { field: "expiresAt", operator: "gt", value: new Date() } as const;
  const guesses = await adapter.count({ model, where: [{ field: "identifier", value: identifier }, stillCount] });
  if (guesses <= mostGuesses) return;
  await adapter.delete({ model, where: [{ field: "id", value: id }] });
  const message = `Too many wrong passwords. Try again in ${withinMinutes} minutes`;
  throw new APIError("TOO_MANY_REQUESTS", { code: "TOO_MANY_ATTEMPTS", message });
}

async function forgetGuesses({ adapter }: Context, email: string): Promise<void> {
  await adapter.deleteMany({ model: "verification", where: [{ field: "identifier", value: guessesAt(email) }] });
}

function guessesAt(email: string): string {
  return `guesses:${createHash("sha256").update(email).digest("hex")}`;
}

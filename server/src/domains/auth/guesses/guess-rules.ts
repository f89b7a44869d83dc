import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { browserMark, markBrowser } from "./browser-mark.ts";
import { type Counter, countGuess, forgetGuesses, guessTables, takeBack } from "./count-guesses.ts";
import { networkOf } from "./network-of.ts";

/** Wrong passwords at one address, from one network or one browser its owner has used. */
const maxAtAddress = 20;
/** Wrong passwords from one network, at any addresses. */
const maxFromNetwork = 100;
const minutes = 5;

/** Counts wrong passwords at one address from everywhere but its owner's browsers. */
export function fromEverywhere(email: string): Counter {
  return { key: `everywhere:${email}`, most: 100, minutes: 60 };
}

/**
 * Limits how many passwords may be tried (docs/product.md#passwords). Nobody can lock out another person: a browser
 * where an address's owner has signed in counts by itself, all others by their network and in total. Unknown addresses
 * are counted too, so that the response shows nothing.
 */
export const guessRules = {
  id: "guess-rules",
  schema: guessTables,
  hooks: {
    before: [
      {
        matcher: ({ path }: { path?: string }) => path === "/sign-in/email",
        handler: createAuthMiddleware(async (request) => {
          const email = emailIn(request.body);
          if (email !== null) await refuseTooMany(request, await countersFor(request, email));
        }),
      },
    ],
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (request) => {
          const signedIn = request.context.newSession?.user;
          if (!signedIn) return;
          if (request.path === "/sign-in/email") {
            // The network's count stays: signing in to one's own account must not reset it for guesses elsewhere.
            const [own, ...others] = await countersFor(request, signedIn.email);
            if (own) await forgetGuesses(request.context.adapter, own);
            for (const other of others) await takeBack(request.context.adapter, other);
          }
          await markBrowser(request, signedIn.id);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

function emailIn(body: { email?: unknown } | undefined): string | null {
  const email = body?.email;
  // The library refuses what is not text, or not storable as text.
  return typeof email === "string" && !email.includes("\0") ? email.toLowerCase() : null;
}

/** The counters that a guess counts for. */
async function countersFor(request: GenericEndpointContext, email: string): Promise<Counter[]> {
  const owner = await request.context.internalAdapter.findUserByEmail(email);
  const mark = owner && (await browserMark(request, owner.user.id));
  if (mark) return [{ key: `browser:${mark}`, most: maxAtAddress, minutes }];
  const network = networkOf(request.headers?.get("x-deskhand-client-ip") ?? null);
  return [
    { key: `address:${network}:${email}`, most: maxAtAddress, minutes },
    { key: `network:${network}`, most: maxFromNetwork, minutes },
    fromEverywhere(email),
  ];
}

async function refuseTooMany({ context: { adapter } }: GenericEndpointContext, counters: Counter[]): Promise<void> {
  const counted: Counter[] = [];
  for (const counter of counters) {
    const until = await countGuess(adapter, counter);
    if (until === null) {
      counted.push(counter);
      continue;
    }
    for (const other of counted) await takeBack(adapter, other);
    const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    throw new APIError("TOO_MANY_REQUESTS", refusalBy(counter, seconds), { "Retry-After": String(seconds) });
  }
}

function refusalBy(counter: Counter, seconds: number): { code: string; message: string } {
  if (counter.minutes === minutes) {
    return { code: "TOO_MANY_ATTEMPTS", message: `Too many wrong passwords. Try again in ${minutes} minutes` };
  }
  const minutesLeft = Math.ceil(seconds / 60);
  const wait = `Try again in ${minutesLeft} ${minutesLeft === 1 ? "minute" : "minutes"}`;
  return {
    code: "TOO_MANY_GUESSES",
    message: `Too many wrong passwords were tried for this e-mail address. ${wait}, or choose another password by "Forgot password?": then you can sign in at once`,
  };
}

import { AsyncLocalStorage } from "node:async_hooks";
import pLimit, { type LimitFunction } from "p-limit";
import { lockName } from "../../../platform/db/lock-name.ts";
import { noTenant } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { allowsFirstOnly } from "../claims/sign-up-policy.ts";
import { lockFirstStore } from "../mail-requests/mail-requests.queries.ts";

type TakeTurn = (email: string) => Promise<void>;
const turns = new AsyncLocalStorage<TakeTurn>();

/**
 * How many sign-ins may hold a connection while waiting for their turn: half of them, as the one whose turn it is and
 * everybody else need others.
 */
export function turnsOf({ databasePoolSize }: Pick<Settings, "databasePoolSize">): LimitFunction {
  return pLimit(Math.max(1, Math.floor(databasePoolSize / 2)));
}

/**
 * Runs a sign-in at a provider. After `awaitTurn` no other sign-in with the same address runs, in any process, so of
 * two first arrivals at once the second finds what the first made. Where only the first store may be made, this holds
 * for all arrivals.
 */
export async function inTurn<T>(
  { db, settings }: Pick<Services, "db" | "settings">,
  limit: LimitFunction,
  signIn: () => Promise<T>,
): Promise<T> {
  const over = Promise.withResolvers<void>();
  let held: Promise<void> = Promise.resolve();
  function take(email: string): Promise<void> {
    const taken = Promise.withResolvers<void>();
    const hold = limit(() =>
      db.withTenant(noTenant, async (tx) => {
        if (allowsFirstOnly(settings)) await lockFirstStore(tx);
        await lockName(tx, `social-sign-in:${email}`);
        taken.resolve();
        await over.promise;
      }),
    );
    held = hold.catch(taken.reject);
    return taken.promise;
  }
  try {
    return await turns.run(take, signIn);
  } finally {
    over.resolve();
    await held;
  }
}

/** Waits, within `inTurn`, until no other sign-in with this address is running. */
export async function awaitTurn(email: string): Promise<void> {
  await turns.getStore()?.(email);
}

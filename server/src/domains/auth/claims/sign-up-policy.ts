import { APIError, type DBAdapter } from "better-auth";
import { noTenant } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { lockFirstStore } from "../asks/asks.queries.ts";

/** Who may make a new store (docs/product.md#who-may-sign-up): anybody, or nobody; then people join by invitation. */
type SignUpPolicy = "open" | "invite" | "closed";

type Rules = Pick<Settings, "signUp" | "isProduction">;
/** Counts with the sign-in's own connection: whoever holds one of those must not wait for the application's. */
type Stores = Pick<DBAdapter, "count">;

/** Whether one store may be made, and then none. */
export const isForTheFirst = ({ signUp, isProduction }: Rules) => signUp === null && isProduction;

/** What holds at this moment: as it is set, else open in development, and in production until there is a store. */
export async function signUpPolicy(rules: Rules, stores: Stores): Promise<SignUpPolicy> {
  if (!isForTheFirst(rules)) return rules.signUp ?? "open";
  return (await stores.count({ model: "clients" })) > 0 ? "closed" : "open";
}

const refusals = { invite: "sign_up_by_invitation", closed: "sign_up_closed" } as const;

/** Refuses a new store where none may be made. */
export async function refuseClosedSignUp(rules: Rules, stores: Stores): Promise<void> {
  const policy = await signUpPolicy(rules, stores);
  if (policy !== "open") throw fail(refusals[policy]);
}

/** The same for who comes from a provider: the sign-in screen, to which they are led, says why. */
export async function refuseClosedToStranger(rules: Rules, stores: Stores): Promise<void> {
  const policy = await signUpPolicy(rules, stores);
  if (policy !== "open")
    throw new APIError("FORBIDDEN", { code: refusals[policy].toUpperCase(), message: refusals[policy] });
}

/** Makes a new store. Where only the first one may be made, one is made after the other, so that each sees those before. */
export function oneAfterTheOther<T>(
  { db, settings }: Pick<Services, "db" | "settings">,
  make: () => Promise<T>,
): Promise<T> {
  if (!isForTheFirst(settings)) return make();
  return db.withTenant(noTenant, async (tx) => {
    await lockFirstStore(tx);
    return make();
  });
}

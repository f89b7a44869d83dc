import { APIError, type DBAdapter } from "better-auth";
import { noTenant } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { lockFirstStore } from "../mail-requests/mail-requests.queries.ts";

/**
 * Who may make a new store (docs/product.md#who-may-sign-up): anybody, or nobody, so that people join by invitation.
 */
type SignUpPolicy = "open" | "invite" | "closed";

type Rules = Pick<Settings, "signUp" | "isProduction">;
/** Counts over the sign-in's own connection: its holder must not wait for one of the application's. */
type Stores = Pick<DBAdapter, "count">;

/** Whether only the first store may be made. */
export const allowsFirstOnly = ({ signUp, isProduction }: Rules) => signUp === null && isProduction;

/** The policy at this moment: as set, else open in development, and in production until there is a store. */
export async function signUpPolicy(rules: Rules, stores: Stores): Promise<SignUpPolicy> {
  if (!allowsFirstOnly(rules)) return rules.signUp ?? "open";
  return (await stores.count({ model: "clients" })) > 0 ? "closed" : "open";
}

const refusals = { invite: "sign_up_by_invitation", closed: "sign_up_closed" } as const;

/** Fails where no new store may be made. */
export async function refuseClosedSignUp(rules: Rules, stores: Stores): Promise<void> {
  const policy = await signUpPolicy(rules, stores);
  if (policy !== "open") throw fail(refusals[policy]);
}

/** The same for a person from a provider: redirects to the sign-in screen, which says why. */
export async function refuseClosedToStranger(rules: Rules, stores: Stores): Promise<void> {
  const policy = await signUpPolicy(rules, stores);
  if (policy !== "open")
    throw new APIError("FORBIDDEN", { code: refusals[policy].toUpperCase(), message: refusals[policy] });
}

/**
 * Makes a new store. Where only the first may be made, attempts wait for each other, so that each sees those before.
 */
export function inSequence<T>({ db, settings }: Pick<Services, "db" | "settings">, make: () => Promise<T>): Promise<T> {
  if (!allowsFirstOnly(settings)) return make();
  return db.withTenant(noTenant, async (tx) => {
    await lockFirstStore(tx);
    return make();
  });
}

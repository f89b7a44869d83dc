import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { record } from "../../audit/index.ts";
import { countLately, lockPerson } from "../auth.queries.ts";
import type { OwnSignIn } from "../own-sign-in.ts";

const refused = "account.password-refused";
const mostRefused = 5;
const withinMinutes = 15;

/** Makes one attempt at a person's password wait for the other, and fails when there were too many wrong ones lately. */
export async function beginPasswordCheck(tx: TenantTx, userId: string): Promise<void> {
  // Many at once would all find that there were few so far.
  if (!(await lockPerson(tx, userId))) throw fail("not_signed_in");
  if ((await countLately(tx, userId, refused, withinMinutes)) >= mostRefused) throw fail("too_many_attempts");
}

/** Keeps that a wrong password was tried. */
export function keepRefused(tx: TenantTx, userId: string): Promise<void> {
  return record(tx, userId, refused, userId);
}

/**
 * Whether this is the password of the person who is signed in; a wrong one is kept, so it returns false instead of throwing.
 * Who signs in without a password has none to say.
 */
export async function checkPassword(
  tx: TenantTx,
  userId: string,
  own: Pick<OwnSignIn, "hasPassword" | "isPassword">,
  password: string,
): Promise<boolean> {
  if (!(await own.hasPassword())) return true;
  await beginPasswordCheck(tx, userId);
  if (await own.isPassword(password)) return true;
  await keepRefused(tx, userId);
  return false;
}

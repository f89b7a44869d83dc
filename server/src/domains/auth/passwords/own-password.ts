import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { countLately, lockPerson } from "../auth.queries.ts";
import type { OwnSignIn } from "../own-sign-in.ts";
import { passwordFaults } from "./password-faults.ts";

const refused = "account.password-refused";
const mostRefused = 5;
const withinMinutes = 15;

/** Makes one attempt at a person's password wait for the other, and fails when there were too many wrong ones lately. */
async function beginPasswordCheck(tx: TenantTx, userId: string): Promise<void> {
  // Many at once would all find that there were few so far.
  if (!(await lockPerson(tx, userId))) throw fail("not_signed_in");
  if ((await countLately(tx, userId, refused, withinMinutes)) >= mostRefused) throw fail("too_many_attempts");
}

/** Keeps that a wrong password was tried. */
function keepRefused(tx: TenantTx, userId: string): Promise<void> {
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

type Change = { current: string; new: string };
/** Null when the current password is another one than was said. */
type Outcome = { endedSessions: number; cookies: string[] } | null;
/** Queues the mail that confirms it to the person. */
type ConfirmByMail = (tx: TenantTx, storeName: string) => Promise<void>;

/**
 * Changes the actor's password, ends all their other sessions and says so by mail. Returns null for a wrong current
 * password instead of throwing, because the attempt is to be kept.
 */
export async function changePassword(
  tx: TenantTx,
  { userId, email, name }: Actor,
  own: OwnSignIn,
  change: Change,
  confirmByMail: ConfirmByMail,
): Promise<Outcome> {
  const { storeName } = await findTenant(tx);
  const reasons = passwordFaults(change.new, { email, name, storeName });
  if (reasons.length > 0) throw fail("weak_password", { reasons });
  await beginPasswordCheck(tx, userId);
  // By a double click the first request has changed it, and the cookie of this one's session with it.
  if (await own.hasJustChanged(change.new)) return { endedSessions: 0, cookies: [] };
  if (!(await own.hasPassword())) throw fail("password_not_set");
  if (!(await own.isPassword(change.current))) {
    // The response to an earlier request was lost: it is asked for again, and there is nothing left to do.
    if (await own.isPassword(change.new)) return { endedSessions: 0, cookies: [] };
    await keepRefused(tx, userId);
    return null;
  }
  if (change.new === change.current) throw fail("weak_password", { reasons: ["It is the password you have now"] });
  const endedSessions = (await own.sessions()).length - 1;
  await record(tx, userId, "account.password-changed", userId, { endedSessions });
  await confirmByMail(tx, storeName);
  // Last, because the library commits it by itself: whatever else can fail has been done by then.
  return { endedSessions, ...(await own.changePassword(change.current, change.new)) };
}

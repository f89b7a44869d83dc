import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { countLately, lockPerson } from "../auth.queries.ts";
import type { OwnSignIn } from "../own-sign-in.ts";
import { passwordFaults } from "./password-faults.ts";

const refused = "account.password-refused";
const maxRefused = 5;
const withinMinutes = 15;

/** Serializes attempts at a person's password, and fails after too many recent wrong ones. */
async function beginPasswordCheck(tx: TenantTx, userId: string): Promise<void> {
  // Without the lock, many at once would all pass the check of the count so far.
  if (!(await lockPerson(tx, userId))) throw fail("not_signed_in");
  if ((await countLately(tx, userId, refused, withinMinutes)) >= maxRefused) throw fail("too_many_attempts");
}

/** Records that a wrong password was tried. */
function keepRefused(tx: TenantTx, userId: string): Promise<void> {
  return record(tx, userId, refused, userId);
}

/**
 * Checks the signed-in person's password. A wrong one returns false instead of throwing, so that its record is
 * committed. Fails for a person without a password.
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
/** Null when the current password was wrong. */
type Outcome = { endedSessions: number; cookies: string[] } | null;
/** Queues the mail that confirms the change. */
type ConfirmByMail = (tx: TenantTx, storeName: string) => Promise<void>;

/**
 * Changes the actor's password, ends all their other sessions and mails them. Returns null for a wrong current password
 * instead of throwing, so that the attempt's record is committed.
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
  // On a double click the first request has changed it, and with it this session's cookie.
  if (await own.hasJustChanged(change.new)) return { endedSessions: 0, cookies: [] };
  if (!(await own.hasPassword())) throw fail("password_not_set");
  if (!(await own.isPassword(change.current))) {
    // The response to an earlier request was lost: there is nothing left to do.
    if (await own.isPassword(change.new)) return { endedSessions: 0, cookies: [] };
    await keepRefused(tx, userId);
    return null;
  }
  if (change.new === change.current) throw fail("weak_password", { reasons: ["It is the password you have now"] });
  const endedSessions = (await own.sessions()).length - 1;
  await record(tx, userId, "account.password-changed", userId, { endedSessions });
  await confirmByMail(tx, storeName);
  // Last, because the library commits it by itself: everything else that can fail is done by then.
  return { endedSessions, ...(await own.changePassword(change.current, change.new)) };
}

import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { findTenant } from "../tenants/index.ts";
import type { OwnSignIn } from "./own-sign-in.ts";
import { passwordFaults } from "./password-faults.ts";
import { beginPasswordCheck, keepRefused } from "./passwords/own-password.ts";

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

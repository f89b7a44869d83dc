import { hash, verify } from "@node-rs/argon2";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { findTenant } from "../tenants/index.ts";
import { countLately, lockPerson } from "./account.queries.ts";
import { endOtherOwnSessions, selectOwnPasswordHash, updateOwnPassword } from "./own-sessions.queries.ts";
import { passwordFaults } from "./password-faults.ts";

type Change = { current: string; new: string };
/** Null when the current password is another one than was said. */
type Outcome = { endedSessions: number } | null;
/** Tells the person by mail; the mail domain queues it. */
type TellPerson = (tx: TenantTx, storeName: string) => Promise<void>;

const refused = "account.password-refused";
const mostRefused = 5;
const withinMinutes = 15;

/**
 * Changes the password of the actor, whose session this token is, ends all their other sessions and tells them by mail.
 * Answers null for a wrong current password instead of throwing, because the attempt is to be kept.
 */
export async function changePassword(
  tx: TenantTx,
  { userId, email, name }: Actor,
  token: string,
  change: Change,
  tell: TellPerson,
): Promise<Outcome> {
  const { storeName } = await findTenant(tx);
  const reasons = passwordFaults(change.new, { email, name, storeName });
  if (reasons.length > 0) throw fail("weak_password", { reasons });
  // One attempt after the other: many at once would all find that there were few so far.
  if (!(await lockPerson(tx, userId))) throw fail("not_signed_in");
  if ((await countLately(tx, userId, refused, withinMinutes)) >= mostRefused) throw fail("too_many_attempts");
  const known = await selectOwnPasswordHash(tx, token);
  if (known === undefined) throw fail("not_signed_in");
  if (known === null) throw fail("password_not_set");
  if (!(await verify(known, change.current))) {
    // The answer to an earlier request was lost: it is asked for again, and there is nothing left to do.
    if (await verify(known, change.new)) return { endedSessions: 0 };
    await record(tx, userId, refused, userId);
    return null;
  }
  if (change.new === change.current) throw fail("weak_password", { reasons: ["It is the password you have now"] });
  if (!(await updateOwnPassword(tx, token, known, await hash(change.new)))) return null;
  const endedSessions = await endOtherOwnSessions(tx, token);
  await record(tx, userId, "account.password-changed", userId, { endedSessions });
  await tell(tx, storeName);
  return { endedSessions };
}

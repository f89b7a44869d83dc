import { createHash } from "node:crypto";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { beginWait, countMail, endWait, type MailPace, selectDueAt } from "./mail-requests.queries.ts";

/** The purposes of mails; each is counted by itself, so none blocks another. */
type Purpose =
  | "sign-up"
  | "reset"
  | "owners-reset"
  | "invite"
  | "change-email"
  | "changes-of"
  | "change-notice"
  | "guesses";

/** For each purpose and address, whoever the requester is (docs/product.md#signing-up). */
const usualPace = { minutes: 10, perDay: 5 };

/** Counts a mail for a purpose, by recipient or requester; false, uncounted, when it is not due. */
export function takeTurn(
  tx: TenantTx,
  purpose: Purpose,
  subject: string,
  pace: MailPace = usualPace,
): Promise<boolean> {
  return countMail(tx, keyOf(purpose, subject), pace);
}

/**
 * Counts a mail for a forgotten password. The wait is the same for everybody, but the owner's own browsers have a daily
 * allowance of their own, which strangers cannot use up.
 */
export async function takeResetTurn(tx: TenantTx, email: string, isOwnersBrowser: boolean): Promise<boolean> {
  if (!isOwnersBrowser) return takeTurn(tx, "reset", email);
  const { minutes, perDay } = usualPace;
  const isDue = await takeTurn(tx, "reset", email, { minutes, perDay: (24 * 60) / minutes });
  return isDue && takeTurn(tx, "owners-reset", email, { minutes: 0, perDay });
}

/** The seconds until such a mail is due; null when a wait for it has begun already. */
export function waitForTurn(tx: TenantTx, purpose: Purpose, subject: string): Promise<number | null> {
  return beginWait(tx, keyOf(purpose, subject), usualPace);
}

/** When such a mail is due. */
export function turnOf(tx: TenantTx, purpose: Purpose, subject: string, pace: MailPace = usualPace): Promise<Date> {
  return selectDueAt(tx, keyOf(purpose, subject), pace);
}

/**
 * Ends the waits of an address after a link to it was used, which proves the mailbox: for example a password forgotten
 * right after signing up.
 */
export async function endMailWait(tx: TenantTx, email: string): Promise<void> {
  for (const purpose of ["sign-up", "reset"] as const) await endWait(tx, keyOf(purpose, email));
}

function keyOf(purpose: Purpose, subject: string): string {
  return createHash("sha256").update(`${purpose}:${subject}`).digest("base64url");
}

import { createHash } from "node:crypto";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { beginWait, countMail, endWait, type MailPace, selectDueAt } from "./asks.queries.ts";

/** What mails are counted for, each by itself, so that none of them keeps another one from its address. */
type Purpose =
  | "sign-up"
  | "reset"
  | "owners-reset"
  | "invite"
  | "change-email"
  | "changes-of"
  | "change-notice"
  | "guesses";

/** For each purpose to one address, whoever asks (docs/product.md#signing-up). */
const usual = { minutes: 10, perDay: 5 };

/** Takes the turn of a mail for a purpose, by whom it goes to or who asks; false, and not counted, when it is not due. */
export function takeTurn(tx: TenantTx, purpose: Purpose, whom: string, pace: MailPace = usual): Promise<boolean> {
  return countMail(tx, keyOf(purpose, whom), pace);
}

/**
 * Takes the turn of a mail for another password: the wait is the same for all who ask, but strangers who used up the day's
 * keep none from the owner's own browsers, which have as many to themselves.
 */
export async function takeResetTurn(tx: TenantTx, email: string, isOwnersBrowser: boolean): Promise<boolean> {
  if (!isOwnersBrowser) return takeTurn(tx, "reset", email);
  const { minutes, perDay } = usual;
  const isDue = await takeTurn(tx, "reset", email, { minutes, perDay: (24 * 60) / minutes });
  return isDue && takeTurn(tx, "owners-reset", email, { minutes: 0, perDay });
}

/** In how many seconds such a mail is due, for the first who is to wait for it; null where somebody waits already. */
export function waitForTurn(tx: TenantTx, purpose: Purpose, whom: string): Promise<number | null> {
  return beginWait(tx, keyOf(purpose, whom), usual);
}

/** When such a mail is due. */
export function turnOf(tx: TenantTx, purpose: Purpose, whom: string, pace: MailPace = usual): Promise<Date> {
  return selectDueAt(tx, keyOf(purpose, whom), pace);
}

/** Whoever used a link has the mailbox: the next mail to it need not wait, as for a password forgotten right after signing up. */
export async function endMailWait(tx: TenantTx, email: string): Promise<void> {
  for (const purpose of ["sign-up", "reset"] as const) await endWait(tx, keyOf(purpose, email));
}

function keyOf(purpose: Purpose, whom: string): string {
  return createHash("sha256").update(`${purpose}:${whom}`).digest("base64url");
}

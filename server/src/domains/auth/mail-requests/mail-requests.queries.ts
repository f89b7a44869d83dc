import { sql } from "kysely";
import { asTenantId, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";

/** An account with its store, and whether it may sign in. */
export type KnownPerson = { tenantId: TenantId; userId: string; isActive: boolean };

/** The account with this address; undefined when there is none. */
export async function findPersonByEmail(tx: TenantTx, email: string): Promise<KnownPerson | undefined> {
  const row = await tx
    .selectFrom(
      sql<{ client_id: string; user_id: string; is_active: boolean }>`person_of(${email})`.as(
        sql`person (client_id, user_id, is_active)`,
      ),
    )
    .select(["client_id", "user_id", "is_active"])
    .executeTakeFirst();
  return row && { tenantId: asTenantId(row.client_id), userId: row.user_id, isActive: row.is_active };
}

/** Whether an invited person should still get a mail: present, active, and without an account. */
export async function isInvited(tx: TenantTx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom("users").select("is_active").where("id", "=", userId).executeTakeFirst();
  return row?.is_active ?? false;
}

/** How often mails may go to one address: minutes apart, and number in 24 hours. */
export type MailPace = { minutes: number; perDay: number };

/** Counts a mail about to be queued; false, uncounted, when it is too soon or one too many. */
export async function countMail(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<boolean> {
  const { isCounted } = await tx
    .selectNoFrom(sql<boolean>`count_account_mail(${key}, ${minutes}::int, ${perDay}::int)`.as("isCounted"))
    .executeTakeFirstOrThrow();
  return isCounted;
}

/** Ends the wait for a key's next mail. */
export async function endWait(tx: TenantTx, key: string): Promise<void> {
  await tx.selectNoFrom(sql`end_account_mail_wait(${key})`.as("ended")).execute();
}

/**
 * Begins the wait for a key's next mail: returns the seconds until it is due, or null when a wait was begun already.
 */
export async function beginWait(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<number | null> {
  const { seconds } = await tx
    .selectNoFrom(sql<number | null>`wait_for_account_mail(${key}, ${minutes}::int, ${perDay}::int)`.as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}

/** When a key's next mail is due: now, if none was sent. */
export async function selectDueAt(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<Date> {
  const { due } = await tx
    .selectNoFrom(
      sql<string>`iso(coalesce(account_mail_due_at(${key}, ${minutes}::int, ${perDay}::int), now()))`.as("due"),
    )
    .executeTakeFirstOrThrow();
  return new Date(due);
}

/** When, with what device and from where a mail was requested. */
export type RequestOrigin = { at: string; device: string; ip: string | null };

type NewClaim = {
  id: string;
  email: string;
  password: string;
  name: string;
  timeZone: string;
  network: string;
  asked: RequestOrigin;
};

/** Stores a sign-up with its password's hash until its address is confirmed. */
export async function insertClaim(tx: TenantTx, { timeZone, asked, ...claim }: NewClaim): Promise<void> {
  await tx
    .insertInto("account_claims")
    .values({ ...claim, time_zone: timeZone, asked: JSON.stringify(asked) })
    .execute();
}

/** A sign-up without a mailed link; `asked` is null for those stored before it was recorded. */
export type WaitingClaim = { id: string; network: string; asked: RequestOrigin | null };

/**
 * The sign-ups of an address that wait for their mail, newest first. Locks them against other mailers until the
 * transaction ends.
 */
export async function lockWaitingClaims(tx: TenantTx, email: string): Promise<WaitingClaim[]> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(hashtext(${`claims:${email}`}))`.as("locked")).execute();
  return tx
    .selectFrom("account_claims")
    .select(["id", "network", sql<RequestOrigin | null>`asked`.as("asked")])
    .where("email", "=", email)
    .where("mailed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Marks sign-ups as mailed. */
export async function markClaimsMailed(tx: TenantTx, ids: string[]): Promise<void> {
  await tx.updateTable("account_claims").set({ mailed_at: sql<string>`now()` }).where("id", "in", ids).execute();
}

/** Drops sign-ups without a mailed link, which nobody can confirm. */
export async function dropClaims(tx: TenantTx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("account_claims").where("id", "in", ids).execute();
}

/** Makes others who would create the first store wait until the transaction ends. */
export async function lockFirstStore(tx: TenantTx): Promise<void> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('first-store'))`.as("locked")).execute();
}

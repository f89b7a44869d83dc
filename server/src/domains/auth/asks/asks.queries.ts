import { sql } from "kysely";
import { asTenantId, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";

/** Somebody's account: whose store it is in, and whether they may sign in. */
export type KnownPerson = { tenantId: TenantId; userId: string; isActive: boolean };

/** Whose account an address is; undefined when it is nobody's. */
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

/** Whether an invited person is still to be mailed: there, active, and without an account so far. */
export async function isInvited(tx: TenantTx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom("users").select("is_active").where("id", "=", userId).executeTakeFirst();
  return row?.is_active ?? false;
}

/** How often a mail may go to one address: so many minutes apart, and so many in 24 hours. */
export type MailPace = { minutes: number; perDay: number };

/** Counts a mail that is about to be queued; false, and not counted, when it comes too soon or is one too many. */
export async function countMail(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<boolean> {
  const { isCounted } = await tx
    .selectNoFrom(sql<boolean>`count_account_mail(${key}, ${minutes}::int, ${perDay}::int)`.as("isCounted"))
    .executeTakeFirstOrThrow();
  return isCounted;
}

/** Ends the wait for the next mail by a key. */
export async function endWait(tx: TenantTx, key: string): Promise<void> {
  await tx.selectNoFrom(sql`end_account_mail_wait(${key})`.as("ended")).execute();
}

/** Begins the wait for the next mail by a key: gives the seconds until it is due, or null where somebody waits already. */
export async function beginWait(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<number | null> {
  const { seconds } = await tx
    .selectNoFrom(sql<number | null>`wait_for_account_mail(${key}, ${minutes}::int, ${perDay}::int)`.as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}

/** When the next mail by a key is due: now, where none went so far. */
export async function selectDueAt(tx: TenantTx, key: string, { minutes, perDay }: MailPace): Promise<Date> {
  const { due } = await tx
    .selectNoFrom(
      sql<string>`iso(coalesce(account_mail_due_at(${key}, ${minutes}::int, ${perDay}::int), now()))`.as("due"),
    )
    .executeTakeFirstOrThrow();
  return new Date(due);
}

/** When, with what and from where somebody asked. */
export type Asked = { at: string; device: string; ip: string | null };

type NewClaim = {
  id: string;
  email: string;
  password: string;
  name: string;
  timeZone: string;
  network: string;
  asked: Asked;
};

/** Keeps a sign-up, with the hash of its password, until its address is confirmed. */
export async function insertClaim(tx: TenantTx, { timeZone, asked, ...claim }: NewClaim): Promise<void> {
  await tx
    .insertInto("account_claims")
    .values({ ...claim, time_zone: timeZone, asked: JSON.stringify(asked) })
    .execute();
}

/** A sign-up that was mailed no link so far; one from before this was kept does not know where it was made. */
export type WaitingClaim = { id: string; network: string; asked: Asked | null };

/** The sign-ups with an address that wait for their mail, the newest first. Whoever else would mail them waits until this transaction ends. */
export async function lockWaitingClaims(tx: TenantTx, email: string): Promise<WaitingClaim[]> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(hashtext(${`claims:${email}`}))`.as("locked")).execute();
  return tx
    .selectFrom("account_claims")
    .select(["id", "network", sql<Asked | null>`asked`.as("asked")])
    .where("email", "=", email)
    .where("mailed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Says of sign-ups that they were mailed their links. */
export async function markClaimsMailed(tx: TenantTx, ids: string[]): Promise<void> {
  await tx.updateTable("account_claims").set({ mailed_at: sql<string>`now()` }).where("id", "in", ids).execute();
}

/** Drops sign-ups that were mailed no link: nobody can confirm them. */
export async function dropClaims(tx: TenantTx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("account_claims").where("id", "in", ids).execute();
}

/** Makes whoever else would make the first store wait until the transaction ends. */
export async function lockFirstStore(tx: TenantTx): Promise<void> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('first-store'))`.as("locked")).execute();
}

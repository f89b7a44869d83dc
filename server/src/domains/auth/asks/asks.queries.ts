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

type NewClaim = { id: string; email: string; password: string; name: string; timeZone: string };

/** Keeps a sign-up, with the hash of its password, until its address is confirmed. */
export async function insertClaim(tx: TenantTx, { timeZone, ...claim }: NewClaim): Promise<void> {
  await tx
    .insertInto("account_claims")
    .values({ ...claim, time_zone: timeZone })
    .execute();
}

/** Drops a sign-up that was mailed no link: nobody can confirm it. */
export async function dropUnmailedClaim(tx: TenantTx, id: string): Promise<void> {
  await tx
    .deleteFrom("account_claims")
    .where("id", "=", id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("account_links").select("account_links.id").where("subject_id", "=", id))),
    )
    .execute();
}

/** Drops every sign-up with an address. */
export async function dropClaims(tx: TenantTx, email: string): Promise<void> {
  await tx.deleteFrom("account_claims").where("email", "=", email).execute();
}

/** Makes whoever else would make the first store wait until the transaction ends. */
export async function lockFirstStore(tx: TenantTx): Promise<void> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('first-store'))`.as("locked")).execute();
}

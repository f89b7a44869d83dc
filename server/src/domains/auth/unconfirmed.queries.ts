import { type QueryExecutorProvider, sql } from "kysely";

/** Sets the password of the person with this address, unless they have confirmed it or are doing so right now. */
export async function updateUnconfirmedPassword(db: QueryExecutorProvider, email: string, hash: string): Promise<void> {
  await sql`
    with unconfirmed as (select id from identities where email = ${email} and not email_verified for update)
    update accounts set password = ${hash}, updated_at = now()
    where provider_id = 'credential' and user_id in (select id from unconfirmed)`.execute(db);
}

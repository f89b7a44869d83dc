import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The period that says what is usual: its beginning, as ISO 8601. */
type Usual = { since: string };

/** Returns when the newest mail came by the store's usual way; undefined if none did. */
export async function selectNewestMail(tx: TenantTx, usual: Usual): Promise<string | undefined> {
  const row = await tx
    .selectFrom("mail_log")
    .select("received_at")
    .where((eb) => cameTheUsualWay(eb, usual))
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.received_at;
}

/** Returns the hours with such mail in the days before a moment, in order, as numbers since 1970. */
export async function selectMailHours(tx: TenantTx, usual: Usual, until: string, days: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("mail_log")
    .select(sql<number>`floor(extract(epoch from received_at) / 3600)::int`.as("hour"))
    .distinct()
    .where((eb) => cameTheUsualWay(eb, usual))
    .where("received_at", "<=", until)
    .where("received_at", ">", sql<string>`${until}::timestamptz - make_interval(days => ${days})`)
    .orderBy("hour")
    .execute();
  return rows.map(({ hour }) => hour);
}

/**
 * Matches mail that proves that mail still arrives. Stopped mail and our own do not; nor does mail to a reply address, which needs
 * no forwarding. In a store whose mail is forwarded only forwarded mail does.
 */
function cameTheUsualWay(eb: ExpressionBuilder<Database, "mail_log">, { since }: Usual) {
  const forwarded = eb
    .selectFrom("mail_log as other")
    .select("other.id")
    .where("other.was_forwarded", "=", true)
    .where("other.received_at", ">", since);
  return eb.and([
    eb("state", "in", ["received", "ticket_created", "reply_added", "auto_reply"]),
    sql<boolean>`envelope_to !~* '^\\s*help\\+[a-z0-9]{8}\\.[^@]*@'`,
    eb.or([eb("was_forwarded", "=", true), eb("state", "=", "received"), eb.not(eb.exists(forwarded))]),
  ]);
}

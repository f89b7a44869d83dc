import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A store's own traffic in the weeks that say what is usual: from when, as ISO 8601. */
type Usual = { since: string };

/** When the newest mail came the way that the store's mail comes; undefined where none did. */
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

/** The hours in which mail came that way in so many days up to a moment, in order: each as its number since 1970. */
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
 * What tells that mail still comes: not what was stopped or is ours, nor what was sent to a reply address, which needs no forwarding; and
 * where mail is forwarded, only what was.
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

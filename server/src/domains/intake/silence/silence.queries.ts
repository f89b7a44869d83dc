import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** When the period begins whose mail shows what is usual, in ISO 8601. */
type UsualPeriod = { since: string };

/** Returns when the newest mail came by the store's usual way; undefined if none did. */
export async function selectNewestMail(tx: TenantTx, usual: UsualPeriod): Promise<string | undefined> {
  const row = await tx
    .selectFrom("mail_log")
    .select("received_at")
    .where((eb) => cameTheUsualWay(eb, usual))
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.received_at;
}

/** Returns the hours in which such mail came in the `days` before `until`, in order, each as its number since 1970. */
export async function selectMailHours(
  tx: TenantTx,
  usual: UsualPeriod,
  until: string,
  days: number,
): Promise<number[]> {
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
 * Matches mail that proves that mail still arrives. Stopped mail and our own prove nothing, nor does mail to a reply address, which
 * arrives without forwarding. In a store that forwards its mail, only forwarded mail is proof.
 */
function cameTheUsualWay(eb: ExpressionBuilder<Database, "mail_log">, { since }: UsualPeriod) {
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

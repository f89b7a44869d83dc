import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isSomeDiskFull, partSeen } from "../../../platform/parts/parts.ts";

/** Mail that waits longer is late. */
const lateMinutes = 5;

/** What the database knows of the processes and of the tenant's mail and store, all in one statement. */
export async function selectSigns(tx: TenantTx) {
  const row = await tx
    .selectNoFrom((eb) => [
      sql<string>`clock_timestamp()`.as("now"),
      partSeen("worker").as("worker"),
      partSeen("receiver").as("receiver"),
      partSeen("relay").as("relay"),
      isSomeDiskFull().as("isDiskFull"),
      eb
        .selectFrom("intake_days")
        .select(sql<boolean>`true`.as("isOver"))
        .where("day", "=", sql<string>`(now() at time zone 'UTC')::date`)
        .where("store_refused_at", "is not", null)
        .as("isIntakeOver"),
      eb
        .selectFrom("mail_log")
        .select("received_at")
        .where("state", "not in", ["received", "failed", "quarantined"])
        .orderBy("received_at", "desc")
        .limit(1)
        .as("lastMailIn"),
      eb
        .selectFrom("mail_log")
        .select(sql<number>`count(*)::int`.as("late"))
        .where("state", "=", "received")
        .where(isLate())
        .as("lateMailsIn"),
      eb
        .selectFrom("outgoing_mails")
        .select("sent_at")
        .where("state", "=", "sent")
        .orderBy("sent_at", "desc")
        .limit(1)
        .as("lastMailOut"),
      eb
        .selectFrom("outgoing_mails")
        .select(sql<number>`count(*)::int`.as("late"))
        .where("state", "=", "queued")
        .where((waiting) => waiting.or([isLate(), waiting("last_error", "is not", null)]))
        .where(isNotHeld())
        .as("lateMailsOut"),
      eb
        .selectFrom("shopify_syncs as sync")
        .select("fault")
        .where("state", "=", "failed")
        .where("finished_at", ">", (then) =>
          then
            .selectFrom("shopify_stores")
            .select(sql<string>`coalesce(last_synced_at, connected_at)`.as("at"))
            .limit(1),
        )
        .orderBy("started_at", "desc")
        .limit(1)
        .as("syncFault"),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, lateMailsIn: row.lateMailsIn ?? 0, lateMailsOut: row.lateMailsOut ?? 0 };
}
export type Signs = Awaited<ReturnType<typeof selectSigns>>;

function isLate(): Expression<SqlBool> {
  return sql<SqlBool>`queued_at < now() - make_interval(mins => ${lateMinutes})`;
}

/** What the day's limit holds back is no fault. It goes within five minutes of its time, all of them not at once. */
function isNotHeld(): Expression<SqlBool> {
  return sql<SqlBool>`(held_until > now() - make_interval(mins => ${2 * lateMinutes})) is not true`;
}

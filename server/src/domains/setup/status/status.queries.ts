import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { ServerPart } from "../../../platform/parts/parts.ts";

/** What works is looked at every 30 seconds, the way to the relay every 5 minutes: three times missed is not seen. */
const seenSeconds: Record<ServerPart, number> = { worker: 100, receiver: 100, relay: 16 * 60, disk: 100 };
/** Mail that waits longer is late. */
const lateMinutes = 5;

/** How a part of the server is: whether any process runs it at all, whether it works in one of them, and when it was looked at last. */
type PartSeen = { isKnown: boolean; works: boolean; seenAt: string | null };

/** What the database knows of the processes and of the tenant's mail and store, all in one statement. */
export async function selectSigns(tx: TenantTx) {
  const row = await tx
    .selectNoFrom((eb) => [
      sql<string>`clock_timestamp()`.as("now"),
      partSeen("worker").as("worker"),
      partSeen("receiver").as("receiver"),
      partSeen("relay").as("relay"),
      fullDisks().as("isDiskFull"),
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

// Each process looks at its own: one that has none is enough.
function fullDisks() {
  return sql<boolean>`exists (select from server_parts where part = 'disk'
    and seen_at > now() - make_interval(secs => ${seenSeconds.disk}) and (worked_at is null or worked_at < seen_at))`;
}

function partSeen(part: ServerPart) {
  const worked = sql`worked_at > now() - make_interval(secs => ${seenSeconds[part]})`;
  return sql<PartSeen>`(select json_build_object('isKnown', count(*) > 0, 'works', coalesce(bool_or(${worked}), false),
      'seenAt', max(seen_at))
    from server_parts where part = ${part})`;
}

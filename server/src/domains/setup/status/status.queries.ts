import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isSomeDiskFull, lastBackupAt, partSeen } from "../../../platform/parts/parts.ts";

/** Mail held by a limit is sent at most so many minutes after its time. */
const releaseMinutes = 10;

/** How many mails wait, and since when the oldest does. */
export type Waiting = { mails: number; since: string | null };

/** The state of the processes and of the tenant's mail and store, in one statement. */
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
        .select(sql<Waiting>`json_build_object('mails', count(*), 'since', min(queued_at))`.as("waiting"))
        .where("state", "=", "received")
        .as("waitingIn"),
      eb
        .selectFrom("outgoing_mails")
        .select("sent_at")
        .where("state", "=", "sent")
        .orderBy("sent_at", "desc")
        .limit(1)
        .as("lastMailOut"),
      eb
        .selectFrom("outgoing_mails")
        .select(
          sql<
            Waiting & { hasFailed: boolean }
          >`json_build_object('mails', count(*), 'since', min(greatest(queued_at, held_until)),
            'hasFailed', coalesce(bool_or(last_error is not null and held_until is null), false))`.as("waiting"),
        )
        .where("state", "=", "queued")
        .where(isNotHeld())
        .as("waitingOut"),
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
  const none = { mails: 0, since: null };
  return { ...row, waitingIn: row.waitingIn ?? none, waitingOut: row.waitingOut ?? { ...none, hasFailed: false } };
}
export type Signs = Awaited<ReturnType<typeof selectSigns>>;

/** Mail held by the day's limit is no fault; it is sent within minutes of its time, not all at once. */
function isNotHeld(): Expression<SqlBool> {
  return sql<SqlBool>`(held_until > now() - make_interval(mins => ${releaseMinutes})) is not true`;
}

/** When the installation was last backed up. */
export function selectLastBackup(tx: TenantTx): Promise<{ lastBackupAt: string | null }> {
  return tx.selectNoFrom(lastBackupAt().as("lastBackupAt")).executeTakeFirstOrThrow();
}

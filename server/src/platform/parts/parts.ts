import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { GlobalTx } from "../db/tenant.ts";

/**
 * Parts that some process runs: job worker, SMTP receiver, the worker's connection to the mail relay, and disk space;
 * also the last backup.
 */
export type ServerPart = Database["server_parts"]["part"];

/**
 * Working parts are checked every 30 seconds, the relay every 5 minutes; after three missed checks a part counts as not
 * seen.
 */
const seenSeconds: Record<Exclude<ServerPart, "backup">, number> = {
  worker: 100,
  receiver: 100,
  relay: 16 * 60,
  disk: 100,
};

/** A part's state: whether any process runs it, whether it works in one of them, and when it was last checked. */
export type PartSeen = { isKnown: boolean; works: boolean; seenAt: string | null };

/** SQL expression of a part's state over all processes. */
export function partSeen(part: Exclude<ServerPart, "backup">) {
  const worked = sql`worked_at > now() - make_interval(secs => ${seenSeconds[part]})`;
  return sql<PartSeen>`(select json_build_object('isKnown', count(*) > 0, 'works', coalesce(bool_or(${worked}), false),
      'seenAt', max(seen_at))
    from server_parts where part = ${part})`;
}

/** SQL expression of the time of the last backup; null if there was none. */
export function lastBackupAt() {
  return sql<string | null>`(select iso(max(seen_at)) from server_parts where part = 'backup')`;
}

/** SQL expression of whether any process reports an almost full disk. */
export function isSomeDiskFull() {
  return sql<boolean>`exists (select from server_parts where part = 'disk'
    and seen_at > now() - make_interval(secs => ${seenSeconds.disk}) and (worked_at is null or worked_at < seen_at))`;
}

/** Selects the state of the parts that mail needs to reach the desk. */
export function selectNeededParts(tx: GlobalTx) {
  return tx
    .selectNoFrom([
      partSeen("worker").as("worker"),
      partSeen("receiver").as("receiver"),
      isSomeDiskFull().as("isDiskFull"),
    ])
    .executeTakeFirstOrThrow();
}

/** A process that crashed is forgotten after this many hours. */
const forgottenHours = 24;

/** Records a check of a part in this process and its result. */
export async function noteChecked(tx: GlobalTx, part: ServerPart, processId: string, works: boolean): Promise<void> {
  const now = sql<string>`clock_timestamp()`;
  const note = { seen_at: now, ...(works && { worked_at: now }) };
  await tx
    .insertInto("server_parts")
    .values({ part, process_id: processId, ...note })
    .onConflict((same) => same.columns(["part", "process_id"]).doUpdateSet(note))
    .execute();
  await tx
    .deleteFrom("server_parts")
    .where("part", "=", part)
    .where("seen_at", "<", sql<string>`now() - make_interval(hours => ${forgottenHours})`)
    .execute();
}

/** Removes a process that shuts down properly, so that its parts are not missed. */
export async function forgetProcess(tx: GlobalTx, processId: string): Promise<void> {
  await tx.deleteFrom("server_parts").where("process_id", "=", processId).execute();
}

import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { GlobalTx } from "../db/tenant.ts";

/** What runs in some process and works or does not: job worker, SMTP receiver, the worker's way to the mail relay, and the room on the disk; a backup is noted when it is made. */
export type ServerPart = Database["server_parts"]["part"];

/** What works is looked at every 30 seconds, the way to the relay every 5 minutes: three times missed is not seen. */
const seenSeconds: Record<Exclude<ServerPart, "backup">, number> = {
  worker: 100,
  receiver: 100,
  relay: 16 * 60,
  disk: 100,
};

/** How a part of the server is: whether any process runs it at all, whether it works in one of them, and when it was looked at last. */
export type PartSeen = { isKnown: boolean; works: boolean; seenAt: string | null };

/** The expression of how a part is, wherever it runs. */
export function partSeen(part: Exclude<ServerPart, "backup">) {
  const worked = sql`worked_at > now() - make_interval(secs => ${seenSeconds[part]})`;
  return sql<PartSeen>`(select json_build_object('isKnown', count(*) > 0, 'works', coalesce(bool_or(${worked}), false),
      'seenAt', max(seen_at))
    from server_parts where part = ${part})`;
}

/** The expression of when the last backup was made; null where none was. */
export function lastBackupAt() {
  return sql<string | null>`(select iso(max(seen_at)) from server_parts where part = 'backup')`;
}

/** The expression of whether some disk is almost full: each process looks at its own, and one that has none is enough. */
export function isSomeDiskFull() {
  return sql<boolean>`exists (select from server_parts where part = 'disk'
    and seen_at > now() - make_interval(secs => ${seenSeconds.disk}) and (worked_at is null or worked_at < seen_at))`;
}

/** What the processes said of the parts without which mail does not come to the desk. */
export function selectNeededParts(tx: GlobalTx) {
  return tx
    .selectNoFrom([
      partSeen("worker").as("worker"),
      partSeen("receiver").as("receiver"),
      isSomeDiskFull().as("isDiskFull"),
    ])
    .executeTakeFirstOrThrow();
}

/** A process that ended without saying so is forgotten after this many hours. */
const forgottenHours = 24;

/** Says that a part was looked at in this process, and whether it worked. */
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

/** Says that a process ends in good order: nobody is to miss its parts. */
export async function forgetProcess(tx: GlobalTx, processId: string): Promise<void> {
  await tx.deleteFrom("server_parts").where("process_id", "=", processId).execute();
}

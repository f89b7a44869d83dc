import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { GlobalTx } from "../db/tenant.ts";

/** What runs in some process and works or does not: job worker, SMTP receiver, the worker's way to the mail relay, and the room on the disk. */
export type ServerPart = Database["server_parts"]["part"];

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

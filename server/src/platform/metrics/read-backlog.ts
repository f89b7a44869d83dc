import { sql } from "kysely";
import { type Db, noTenant } from "../db/tenant.ts";
import type { ServerPart } from "../parts/parts.ts";

type QueueRow = { queue: string; waiting: number; deferred: number; active: number; oldest_seconds: number };
type MailRow = {
  direction: "in" | "out";
  is_held: boolean;
  mails: number;
  oldest_seconds: number;
  waits_for: string | null;
};
type PartRow = { part: ServerPart; seconds: number };

/** What waits in the database for some process to do it, and how long ago each part of the installation was seen working. */
export type Backlog = { queues: QueueRow[]; mails: MailRow[]; parts: PartRow[] };

/** Reads what waits, over all stores and for every process: each of them gives the same figures. */
export function readBacklog(db: Db): Promise<Backlog> {
  return db.withTenant(noTenant, async (tx) => {
    await sql`set local statement_timeout = '5s'`.execute(tx);
    // What is done stays for a day: each half has an index of its own that leaves it out.
    const queues = await sql<QueueRow>`
      with waiting as (
        select name, count(*) filter (where start_after <= now()) as waiting, count(*) filter (where start_after > now()) as deferred,
          extract(epoch from now() - min(greatest(created_on, start_after)) filter (where start_after <= now())) as seconds
        from pgboss.job where state < 'active' and not blocked group by name
      ), active as (select name, count(*) as active from pgboss.job where state = 'active' group by name)
      select name as queue, coalesce(waiting, 0)::int as waiting, coalesce(deferred, 0)::int as deferred,
        coalesce(active, 0)::int as active, coalesce(seconds, 0)::float8 as oldest_seconds
      from pgboss.queue left join waiting using (name) left join active using (name)`.execute(tx);
    const mails = await sql<MailRow>`select direction, is_held, mails, oldest_seconds, waits_for
      from waiting_mails()`.execute(tx);
    const parts = await sql<PartRow>`
      select part, coalesce(extract(epoch from now() - max(worked_at)), 'infinity')::float8 as seconds
      from server_parts group by part`.execute(tx);
    return { queues: queues.rows, mails: mails.rows, parts: parts.rows };
  });
}

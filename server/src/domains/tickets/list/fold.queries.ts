import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/**
 * Replaces the tenant's count deltas by one row for each kind that has more; readers see the same sums before and after. A
 * store where nothing happened is left alone: it is asked every minute.
 */
export async function foldTicketCounts(tx: TenantTx): Promise<void> {
  await sql`
    with many as (
      select status, priority, category from ticket_count_deltas group by 1, 2, 3 having count(*) > 1
    ), taken as (
      delete from ticket_count_deltas
      where (status, priority, category) in (select status, priority, category from many)
      returning status, priority, category, delta
    )
    insert into ticket_count_deltas (status, priority, category, delta)
    select status, priority, category, sum(delta) from taken group by 1, 2, 3 having sum(delta) <> 0`.execute(tx);
}

/** Replaces what is older than any question about response times by one row, whose time is null; the sums stay as they are. */
export async function foldResponseTimes(tx: TenantTx): Promise<void> {
  await sql`
    with old as (select id from ticket_response_deltas where responded_at < now() - interval '8 days'),
    taken as (
      delete from ticket_response_deltas
      where exists (select from old) and (responded_at is null or id in (select id from old))
      returning responses, response_ms
    )
    insert into ticket_response_deltas (responded_at, responses, response_ms)
    select null, sum(responses), sum(response_ms) from taken having sum(responses) <> 0`.execute(tx);
}

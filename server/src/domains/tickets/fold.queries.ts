import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Replaces the tenant's count deltas by one row for each kind; readers see the same sums before and after. */
export async function foldTicketCounts(tx: TenantTx): Promise<void> {
  await sql`
    with taken as (delete from ticket_count_deltas returning status, priority, category, delta)
    insert into ticket_count_deltas (status, priority, category, delta)
    select status, priority, category, sum(delta) from taken group by 1, 2, 3 having sum(delta) <> 0`.execute(tx);
}

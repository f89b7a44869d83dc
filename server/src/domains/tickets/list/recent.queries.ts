import { limits } from "@deskhand/contract/limits";
import type { CompiledQuery } from "kysely";
import { rawQuery } from "../../../platform/db/raw-query.ts";
import { columns, type TicketRow } from "./list.queries.ts";

const recentText = `
  select ${columns}, c.name as customer_name, c.email as customer_email
  from (
    select ticket_id, updated_at from ticket_update_times
    order by updated_at desc, ticket_id desc limit ${limits.dashboardRecentTickets}
  ) latest
  join support_tickets t on t.id = latest.ticket_id
  left join customers c on c.id = t.customer_id
  order by latest.updated_at desc, latest.ticket_id desc`;

/** The tickets that were updated last, the latest first. */
export function recentTicketsQuery(): CompiledQuery<TicketRow> {
  return rawQuery(recentText);
}

import type { RecentActivity } from "@deskhand/contract/dashboard";
import type { Read } from "../../platform/db/tenant.ts";
import { recentActivityQuery } from "./dashboard.queries.ts";

/** What happened last on any of the tenant's tickets, newest first. */
export async function readRecentActivity(read: Read): Promise<RecentActivity[]> {
  const rows = await read(recentActivityQuery());
  return rows.map(({ activity, ticket_number, subject }) => ({ ...activity, ticketNumber: ticket_number, subject }));
}

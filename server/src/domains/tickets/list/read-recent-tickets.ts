import type { TicketCard } from "@deskhand/contract/tickets";
import type { Read } from "../../../platform/db/tenant.ts";
import { recentTicketsQuery } from "./recent.queries.ts";
import { toTicketCard } from "./ticket-card.ts";

/** The tickets that were updated last, the latest first, as the dashboard lists them (spec part 1, section 2.6). */
export async function readRecentTickets(read: Read): Promise<TicketCard[]> {
  return (await read(recentTicketsQuery())).map(toTicketCard);
}

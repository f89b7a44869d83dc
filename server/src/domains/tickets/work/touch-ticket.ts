import type { TenantTx } from "../../../platform/db/tenant.ts";
import { updateTicketTime } from "./tickets.queries.ts";

/** Sets a ticket's updated_at to now (spec part 1, section 4). */
export async function touchTicket(tx: TenantTx, id: string): Promise<void> {
  await updateTicketTime(tx, id);
}

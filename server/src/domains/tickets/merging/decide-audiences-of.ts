import type { TenantTx } from "../../../platform/db/tenant.ts";
import { lockTicket } from "../rows/tickets.queries.ts";
import { decideAudience, selectUndecided } from "./audience.queries.ts";
import { recountTicket } from "./recount.queries.ts";

/**
 * Decides anew on all tickets of a customer, who has other addresses now, what is of their conversation and what of a side one, and
 * since when an answer is waited for.
 */
export async function decideAudiencesOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  for (const ticketId of await selectUndecided(tx, customerId)) {
    if (!(await lockTicket(tx, ticketId))) continue;
    await decideAudience(tx, ticketId);
    await recountTicket(tx, ticketId);
  }
}

import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { countOutgoingOf, lockFreeOutgoingOf } from "./delivery.queries.ts";

/**
 * Objects to the deletion of a ticket while one of its mails is being sent: the process that sends it holds the mail, then
 * wants its message. Mails that wait are locked and go with their ticket; whoever finds their job later finds nothing.
 */
export async function refuseWhileSending(tx: TenantTx, { ticketId }: { ticketId: string }): Promise<void> {
  const all = await countOutgoingOf(tx, ticketId);
  const free = await lockFreeOutgoingOf(tx, ticketId);
  if (free.length < all) throw fail("ticket_mail_on_its_way");
}

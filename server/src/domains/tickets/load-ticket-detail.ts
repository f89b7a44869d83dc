import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { selectTicketDetail } from "./detail.queries.ts";

/** A ticket with the newest page of its thread, its notes and attachments, in one round trip (spec part 1, section 7.4). */
export async function loadTicketDetail(tx: TenantTx, id: string): Promise<TicketDetail> {
  const detail = await selectTicketDetail(tx, id);
  if (!detail) throw fail("ticket_not_found");
  return detail;
}

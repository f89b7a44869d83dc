import type { TicketStatus } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectTicketForUpdate } from "./tickets.queries.ts";

export type LockedTicket = {
  id: string;
  ticketNumber: number;
  subject: string;
  status: TicketStatus;
  isArchived: boolean;
  customerId: string | null;
};

/** The ticket, locked until the transaction ends, so that what is added to it is added one after the other. */
export async function lockTicket(tx: TenantTx, id: string): Promise<LockedTicket | undefined> {
  const row = await selectTicketForUpdate(tx, id);
  if (!row) return undefined;
  return {
    id: row.id,
    ticketNumber: row.ticket_number,
    subject: row.subject,
    status: row.status,
    isArchived: row.is_archived,
    customerId: row.customer_id,
  };
}

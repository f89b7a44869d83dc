import type { TicketDetail } from "@deskhand/contract/tickets";
import type { Read, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { toTicketCard } from "../list/ticket-card.ts";
import { type DetailRow, ticketDetailQuery } from "./ticket-detail.queries.ts";

/** Whoever reads: what they have seen of it is marked. */
type Reader = { userId: string };

/** A ticket with the newest page of its thread and of its notes, in one round trip (docs/product.md#the-ticket). */
export async function readTicketDetail(read: Read, { userId }: Reader, id: string): Promise<TicketDetail> {
  return present(await read(ticketDetailQuery({ id, reader: userId })));
}

/** The same within a transaction, as it stands there. */
export async function loadTicketDetail(tx: TenantTx, { userId }: Reader, id: string): Promise<TicketDetail> {
  return present((await tx.executeQuery(ticketDetailQuery({ id, reader: userId }))).rows);
}

function present([row]: DetailRow[]): TicketDetail {
  if (!row) throw fail("ticket_not_found");
  return toTicketCard(row);
}

import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import type { Read, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { toTicketCard } from "../list/ticket-card.queries.ts";
import {
  type DetailRow,
  selectContacts,
  selectCustomerOf,
  selectSiblings,
  ticketDetailQuery,
} from "./ticket-detail.queries.ts";

/** Who opens the ticket; what a person has read is marked, and null is a program. */
type Reader = { userId: string | null };

/** Reads a ticket with the newest page of its thread and of its notes, in one round trip (docs/product.md#the-ticket). */
export async function readTicketDetail(read: Read, { userId }: Reader, id: string): Promise<TicketDetail> {
  return present(await read(ticketDetailQuery({ id, reader: userId })));
}

/** Reads the same detail within the caller's transaction. */
export async function loadTicketDetail(tx: TenantTx, { userId }: Reader, id: string): Promise<TicketDetail> {
  return present((await tx.executeQuery(ticketDetailQuery({ id, reader: userId }))).rows);
}

function present([row]: DetailRow[]): TicketDetail {
  if (!row) throw fail("ticket_not_found");
  return toTicketCard(row);
}

type Siblings = { items: TicketCard[]; total: number; firstContactAt: string | null };

/** Lists the other tickets of a ticket's customer (docs/product.md#the-customer-beside-a-ticket). */
export async function listSiblings(tx: TenantTx, { userId }: Pick<Actor, "userId">, id: string): Promise<Siblings> {
  const customerId = await selectCustomerOf(tx, id);
  if (customerId === undefined) throw fail("ticket_not_found");
  if (customerId === null) return { items: [], total: 0, firstContactAt: null };
  const items = await selectSiblings(tx, { customerId, exceptId: id, reader: userId });
  return { items, ...(await selectContacts(tx, customerId)) };
}

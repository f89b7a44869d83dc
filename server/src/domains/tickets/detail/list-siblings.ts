import type { TicketCard } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { selectContacts, selectCustomerOf, selectSiblings } from "./siblings.queries.ts";

type Siblings = { items: TicketCard[]; total: number; firstContactAt: string | null };

/** The other tickets of a ticket's customer (docs/product.md#the-customer-beside-a-ticket). */
export async function listSiblings(tx: TenantTx, { userId }: Pick<Actor, "userId">, id: string): Promise<Siblings> {
  const customerId = await selectCustomerOf(tx, id);
  if (customerId === undefined) throw fail("ticket_not_found");
  if (customerId === null) return { items: [], total: 0, firstContactAt: null };
  const items = await selectSiblings(tx, { customerId, exceptId: id, reader: userId });
  return { items, ...(await selectContacts(tx, customerId)) };
}

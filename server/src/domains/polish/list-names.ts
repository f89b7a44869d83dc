import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectOrderedNames, selectStoreNames, selectTicketCustomer } from "./polish.queries.ts";

/** The names that polishing leaves as they are: the store's, its staff's, and those of a ticket's customer and orders. */
export async function listNames(tx: TenantTx, actor: Actor, ticketId: string | undefined): Promise<string[]> {
  const names = [actor.name, ...(await selectStoreNames(tx))];
  if (ticketId === undefined) return names;
  const customer = await selectTicketCustomer(tx, ticketId);
  if (!customer) throw fail("ticket_not_found");
  if (customer.name) names.push(customer.name);
  if (customer.id) names.push(...(await selectOrderedNames(tx, customer.id)));
  return names;
}

import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Polisher } from "./open-polisher.ts";
import { selectOrderedNames, selectStoreNames, selectTicketCustomer } from "./polish.queries.ts";

/** The endpoints of polishing, done by the given polisher. */
export function polishRoutes(polisher: Polisher) {
  return {
    polish: api.polish.polish.handler(async ({ context, input: { text, ticketId, language }, signal }) => {
      const { actor } = context;
      const names = await context.withTenant((tx) => listNames(tx, actor, ticketId));
      return polisher.polish({
        userId: actor.userId,
        text,
        names,
        ...(language && { language }),
        ...(signal && { signal }),
      });
    }),
    warm: api.polish.warm.handler(() => {
      polisher.warm();
      return {};
    }),
  };
}

/** The names that polishing leaves as they are: the store's, its staff's, and those of a ticket's customer and orders. */
async function listNames(tx: TenantTx, actor: Actor, ticketId: string | undefined): Promise<string[]> {
  const names = [actor.name, ...(await selectStoreNames(tx))];
  if (ticketId === undefined) return names;
  const customer = await selectTicketCustomer(tx, ticketId);
  if (!customer) throw fail("ticket_not_found");
  if (customer.name) names.push(customer.name);
  if (customer.id) names.push(...(await selectOrderedNames(tx, customer.id)));
  return names;
}

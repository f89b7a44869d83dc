import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { Actor } from "../../platform/http/context.ts";
import { openPolisher, type Polisher } from "./open-polisher.ts";
import { selectOrderedNames, selectStoreNames, selectTicketCustomer } from "./polish.queries.ts";

export const polish: Domain = {
  routes: (http, services) => {
    const polisher = openPolisher(services);
    http.addHook("onClose", () => polisher.close());
    return { polish: polishRoutes(polisher) };
  },
};

function polishRoutes(polisher: Polisher) {
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

/** Lists the names that polishing must not change: those of the store, its people, and a ticket's customer and orders. */
async function listNames(tx: TenantTx, actor: Actor, ticketId: string | undefined): Promise<string[]> {
  const names = [actor.name, ...(await selectStoreNames(tx))];
  if (ticketId === undefined) return names;
  const customer = await selectTicketCustomer(tx, ticketId);
  if (!customer) throw fail("ticket_not_found");
  if (customer.name) names.push(customer.name);
  if (customer.id) names.push(...(await selectOrderedNames(tx, customer.id)));
  return names;
}

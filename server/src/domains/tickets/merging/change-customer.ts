import type { chosenCustomer } from "@deskhand/contract/customers";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import type * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { findCustomer, findOrCreateCustomer, nameCustomer } from "../../customers/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { decideAudience, selectNames, selectUndecided, updateCustomer } from "./customers.queries.ts";
import { recountTicket } from "./recount.queries.ts";

type Chosen = z.output<typeof chosenCustomer> | null;
type Wanted = { id: string; customer: Chosen; expected?: string | null | undefined };

/**
 * Gives a ticket to another customer, known or new by their address, or to nobody (docs/product.md#another-customer). Refuses if somebody
 * else changed the customer meanwhile, unless to the same one.
 */
export async function changeCustomer(tx: TenantTx, actor: Actor, wanted: Wanted): Promise<TicketDetail> {
  // Customers are locked before tickets, as in an erasure.
  const to = await chooseCustomer(tx, wanted.customer);
  const ticket = await lockTicket(tx, wanted.id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (ticket.isArchived) throw fail("ticket_archived");
  const { expected } = wanted;
  if (ticket.customerId !== to) {
    if (expected !== undefined && expected !== ticket.customerId) {
      const [current] = await selectNames(tx, [ticket.customerId]);
      throw fail("ticket_changed_meanwhile", { field: "customer", value: current ? nameCustomer(current) : null });
    }
    await setCustomer(tx, actor, ticket, to);
  }
  return loadTicketDetail(tx, actor, wanted.id);
}

async function chooseCustomer(tx: TenantTx, chosen: Chosen): Promise<string | null> {
  if (chosen === null) return null;
  const { id, email = "", name, written } = chosen;
  if (id === undefined) {
    const named = { email, name: name || null };
    return (await findOrCreateCustomer(tx, written === undefined ? named : { ...named, written })).id;
  }
  if (!(await findCustomer(tx, id))) throw fail("customer_not_found");
  return id;
}

async function setCustomer(tx: TenantTx, actor: Actor, ticket: LockedTicket, to: string | null) {
  const { userId: actorId } = actor;
  const { id: ticketId, customerId: from } = ticket;
  await updateCustomer(tx, ticketId, to);
  await decideAudience(tx, ticketId);
  await recountTicket(tx, ticketId);
  // Waiting replies were written to the former customer.
  await returnKeptOf(tx, [ticketId], "customer_changed");
  const ids = { fromId: from, toId: to };
  await recordActivity(tx, actor, { ticketId, kind: "customer_changed", details: ids });
  const names = await selectNames(tx, [from, to]);
  const nameOf = (id: string | null) => {
    const found = names.find((customer) => customer.id === id);
    return found ? nameCustomer(found) : null;
  };
  const about = { id: ticketId, label: ticketLabel(ticket.ticketNumber) };
  await record(tx, actorId, "ticket.customer-changed", about, { from: nameOf(from), to: nameOf(to), ...ids });
  await emit(tx, "ticket.customer-changed", { ticketId, from, to, actorId });
}

/** Recomputes the audience of all messages of a customer whose addresses changed, and since when their tickets wait for an answer. */
export async function decideAudiencesOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  for (const ticketId of await selectUndecided(tx, customerId)) {
    if (!(await lockTicket(tx, ticketId))) continue;
    await decideAudience(tx, ticketId);
    await recountTicket(tx, ticketId);
  }
}

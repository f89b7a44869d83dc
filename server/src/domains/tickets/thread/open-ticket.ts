import type { newTicketSchema, TicketDetail } from "@deskhand/contract/tickets";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { findCustomer, findOrCreateCustomer } from "../../customers/index.ts";
import { findColleague } from "../../team/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { createTicket } from "../work/create-ticket.ts";
import { findRepeated } from "./find-repeated.ts";
import { insertStaffMessage, lockIdempotencyKey } from "./messages.queries.ts";
import { previewText } from "./preview-text.ts";

type Opening = z.output<typeof newTicketSchema>;

/**
 * Opens a ticket in an agent's name (spec part 1, sections 2.16 and 5): the message becomes its description and its first
 * message, which goes to the customer by mail only where that is wanted.
 */
export async function openTicket(tx: TenantTx, actor: Actor, opening: Opening): Promise<TicketDetail> {
  await lockIdempotencyKey(tx, opening.idempotencyKey);
  const earlier = await findRepeated(tx, opening.idempotencyKey, { kind: "opening" });
  if (earlier) return loadTicketDetail(tx, earlier.ticketId);

  const assignee = opening.assignedTo === null ? null : await findColleague(tx, opening.assignedTo);
  if (assignee === undefined) throw fail("colleague_not_found");
  const { subject, message, priority, category, tags, dueDate } = opening;
  const customer = await chooseCustomer(tx, opening.customer);
  const ticket = await createTicket(tx, {
    ...{ subject, priority, category, tags, dueDate, assignee },
    description: message,
    preview: previewText(message),
    source: "agent",
    customerId: customer.id,
    createdBy: actor.userId,
  });
  await addOpeningMessage(tx, actor, ticket.id, opening);
  return loadTicketDetail(tx, ticket.id);
}

async function addOpeningMessage(tx: TenantTx, actor: Actor, ticketId: string, opening: Opening): Promise<void> {
  const id = newId();
  const author = { authorId: actor.userId, authorName: actor.name };
  await insertStaffMessage(tx, {
    ...{ id, ticketId, ...author },
    type: "email",
    content: opening.message,
    deliveryState: opening.mailCustomer ? "sending" : null,
    idempotencyKey: opening.idempotencyKey,
  });
  const kind = { isFromCustomer: false, isAutomatic: false, opensTicket: true };
  await emit(tx, "message.created", { id, ticketId, ...kind, ...author });
}

async function chooseCustomer(tx: TenantTx, { id, email, name }: Opening["customer"]): Promise<{ id: string }> {
  if (id === undefined) return findOrCreateCustomer(tx, { email: email ?? "", name: name || null });
  const customer = await findCustomer(tx, id);
  if (!customer) throw fail("customer_not_found");
  if (!customer.email) throw fail("customer_has_no_email");
  return customer;
}

import { type Recipients, withoutRepetition } from "@deskhand/contract/recipients";
import type { newTicketSchema, TicketDetail } from "@deskhand/contract/tickets";
import type * as z from "zod";
import type { Writing } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { findCustomer, findOrCreateCustomer } from "../../customers/index.ts";
import { findColleague } from "../../tenants/index.ts";
import { type ChannelServices, channels } from "../channels/channel.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import type { Conversation } from "../rows/conversation.queries.ts";
import { namedRecipientsOf } from "../rows/messages.queries.ts";
import { previewText } from "../rows/preview-text.ts";
import { findRepeated, staffMessage } from "../rows/staff-message.ts";
import { createTicket } from "../work/create-ticket.ts";
import { updateTicket } from "../work/update-ticket.ts";

type Wanted = z.output<typeof newTicketSchema>;

/**
 * Creates a ticket for an agent or a program (docs/product.md#creating-a-ticket). The message becomes its description and first message, and is mailed
 * to the customer only on request.
 */
export async function createTicketByHand(
  tx: TenantTx,
  services: ChannelServices,
  actor: Writing,
  wanted: Wanted,
): Promise<TicketDetail> {
  // Serializes requests with the same key.
  await lockName(tx, wanted.idempotencyKey);
  const earlier = await findRepeated(tx, wanted.idempotencyKey, { kind: "first", authorId: actor.userId }, (_, id) =>
    loadTicketDetail(tx, actor, id),
  );
  if (earlier) return earlier;

  const assignee = wanted.assignedTo === null ? null : await findColleague(tx, wanted.assignedTo);
  if (assignee === undefined) throw fail("colleague_not_found");
  const { subject, message: content, priority, category, tags, dueDate, idempotencyKey } = wanted;
  const customer = await chooseCustomer(tx, wanted.customer);
  const messageId = newId();
  const channel = wanted.mailCustomer ? channels.of("email") : null;
  const mailMessageId = channel?.externalId(services, messageId) ?? null;
  const message = staffMessage(actor, { id: messageId, type: "email", content, mailMessageId, idempotencyKey });
  const recipients = await channel?.addressFirst?.(tx, services, addressedTo(customer, wanted));
  const ticket = await createTicket(
    tx,
    {
      subject,
      priority,
      category,
      tags,
      dueDate,
      assignee,
      description: content,
      preview: previewText(content),
      source: "agent",
      customerId: customer.id,
      createdBy: actor.userId,
      madeBy: actor,
    },
    { ...message, ...(recipients && { recipients: namedRecipientsOf(recipients) }) },
  );
  const { assignedTo, teamId } = wanted;
  if (teamId !== null) {
    // As an edit of a ticket that is there, so that there is one way to come to a team.
    const assignment = assignedTo === null ? { teamId } : { teamId, assignedTo };
    const edit = Object.assign({ id: ticket.id, addTags: [], removeTags: [], expected: {} }, assignment);
    await updateTicket(tx, actor, edit);
  }
  if (channel && recipients) {
    const about = { ticketId: ticket.id, messageId, subject, ticketNumber: ticket.ticketNumber };
    const conversation = { customer, answered: null, mailIds: [], recipients };
    await channel.send(tx, services, { ...about, content, ...conversation });
  }
  return loadTicketDetail(tx, actor, ticket.id);
}

function addressedTo(
  { email, name }: Conversation["customer"],
  { cc, bcc, customer: { written } }: Pick<Wanted, "cc" | "bcc" | "customer">,
): Recipients {
  const customer = { email: email ?? "", name };
  return withoutRepetition({ to: [written === undefined ? customer : { ...customer, written }], cc, bcc });
}

async function chooseCustomer(
  tx: TenantTx,
  { id, email, name, written }: Wanted["customer"],
): Promise<{ id: string } & Conversation["customer"]> {
  if (id === undefined) {
    const named = { email: email ?? "", name: name || null };
    return findOrCreateCustomer(tx, written === undefined ? named : { ...named, written });
  }
  const customer = await findCustomer(tx, id);
  if (!customer) throw fail("customer_not_found");
  if (!customer.email) throw fail("customer_has_no_email");
  return customer;
}

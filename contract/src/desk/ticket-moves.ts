import * as z from "zod";
import { chosenCustomer } from "../customers.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id } from "../page.ts";
import { ticketDetailSchema } from "../tickets.ts";
import { snoozeUntilSchema } from "./snooze-until.ts";

/** Endpoints that snooze a ticket or move conversations between tickets; part of `tickets`. */
export const ticketMoves = {
  /** Takes a ticket out of the active list until a time; a later request replaces an earlier one. */
  snooze: endpoint("tickets:update", "POST", "/tickets/{id}/snooze")
    .errors(among("ticket_not_found", "ticket_archived", "ticket_merged", "conversation_moved_on"))
    .input(
      z.object({
        id,
        until: snoozeUntilSchema,
        /** The last message on the screen, null for none: a newer one of the customer prevents the snooze. If absent, none does. */
        lastSeenMessageId: id.nullable().optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Brings a snoozed ticket back at once; any other stays as it is. */
  unsnooze: endpoint("tickets:update", "POST", "/tickets/{id}/unsnooze")
    .errors(among("ticket_not_found", "ticket_merged"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /** Moves everything of a ticket to another one, and returns that (docs/product.md#merging). */
  merge: endpoint("tickets:update", "POST", "/tickets/{id}/merge")
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged"] as const),
        ...(["merge_into_itself", "merge_other_customer"] as const),
      ),
    )
    .input(
      z.object({
        id,
        into: id,
        /** If their customers differ: keep both, and the target's on the ticket, or join them. If absent, the merge is refused. */
        customers: z.enum(["keep", "join"]).optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Moves back what came from a merged ticket, and returns that ticket; one that is not merged stays as it is. */
  unmerge: endpoint("tickets:update", "POST", "/tickets/{id}/unmerge")
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /** Gives a ticket to another customer, known or added by an address, or to nobody (docs/product.md#another-customer). */
  changeCustomer: endpoint("tickets:update", "POST", "/tickets/{id}/customer")
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged"] as const),
        ...(["customer_not_found", "ticket_changed_meanwhile"] as const),
      ),
    )
    .input(
      z.object({
        id,
        customer: chosenCustomer.nullable(),
        /** The id of the customer that the screen showed: if the ticket has another one, nothing is changed. */
        expected: id.nullable().optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Moves a customer's message to a new ticket, and returns that (docs/product.md#moving-a-message). */
  moveMessage: endpoint("tickets:update", "POST", "/tickets/{id}/messages/{messageId}/move")
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged", "message_not_found"] as const),
        ...(["message_not_movable", "message_begins_ticket"] as const),
      ),
    )
    .input(z.object({ id, messageId: id, idempotencyKey: id }))
    .output(ticketDetailSchema),
};

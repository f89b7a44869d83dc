import * as z from "zod";
import { chosenCustomer } from "../customers.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id } from "../page.ts";
import { ticketDetailSchema } from "../tickets.ts";
import { snoozeUntilSchema } from "./snooze-until.ts";

/** What puts a ticket off, or moves conversations between tickets; part of `tickets`. */
export const ticketMoves = {
  /** Takes a ticket out of the active list until then; asked again, the last one counts. */
  snooze: endpoint("tickets:update", "POST", "/tickets/{id}/snooze")
    .errors(among("ticket_not_found", "ticket_archived", "ticket_merged", "conversation_moved_on"))
    .input(
      z.object({
        id,
        until: snoozeUntilSchema,
        /** The last message that the screen showed, null for none: what its customer wrote since is not put to sleep. Absent, it is. */
        lastSeenMessageId: id.nullable().optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Brings a ticket back at once; one that is not put off stays as it is. */
  unsnooze: endpoint("tickets:update", "POST", "/tickets/{id}/unsnooze")
    .errors(among("ticket_not_found", "ticket_merged"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /** Moves all of a ticket to another one, and returns that (docs/product.md#merging). */
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
        /** What becomes of two customers: both stay, and the ticket is that of the one it is merged into, or they are joined. Absent, it is refused. */
        customers: z.enum(["keep", "join"]).optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Takes back what came from a ticket that was merged, and returns it; one that is not merged stays as it is. */
  unmerge: endpoint("tickets:update", "POST", "/tickets/{id}/unmerge")
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /** Makes it another customer's, who is known or added by an address, or nobody's (docs/product.md#another-customer). */
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
        /** The id of the customer whom the screen showed: where it is no longer theirs, nothing is changed. */
        expected: id.nullable().optional(),
      }),
    )
    .output(ticketDetailSchema),
  /** Moves a customer's message to a ticket of its own, and returns that (docs/product.md#moving-a-message). */
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

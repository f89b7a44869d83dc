import * as z from "zod";
import { placeholderNames } from "./desk/placeholders.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, timestamp, trimmedText, writtenText } from "./page.ts";

const cannedResponseSchema = z.object({
  id,
  title: z.string(),
  /** The text with its placeholders, such as `{{customer.first_name}}`. */
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CannedResponse = z.infer<typeof cannedResponseSchema>;

const tag = trimmedText("A tag", limits.tagLength, "A tag cannot be empty");
const cannedResponseInput = z.object({
  title: trimmedText("Title", limits.cannedResponseTitleLength, "Title is required"),
  content: writtenText("Content", limits.replyLength, "Content is required"),
  category: trimmedText("Category", limits.cannedResponseCategoryLength, "Category is required"),
  tags: z
    .array(tag)
    .max(limits.tagsOnResponse, "A response has at most 20 tags")
    .transform((tags) => [...new Set(tags)])
    .default([]),
});
export type CannedResponseInput = z.output<typeof cannedResponseInput>;

/** The recipients of a text: the addresses in To, and the name of the first of them. */
const writtenTo = z.object({
  to: z.array(z.string().trim().toLowerCase().max(limits.emailAddressLength)).max(limits.recipientsPerMail).default([]),
  toName: z.string().max(limits.customerNameLength).optional(),
});
export type WrittenTo = z.output<typeof writtenTo>;

const placeholderValues = z.partialRecord(z.enum(placeholderNames), z.string());
/** The ticket's customer, who owns the order: nobody else may read about it. */
const orderOwner = z.object({ name: z.string().nullable(), addresses: z.array(z.string()) }).nullable();
export type OrderOwner = z.output<typeof orderOwner>;

/** Templates of replies (docs/product.md#canned-responses). */
export const cannedResponses = {
  /** Lists all active ones by category and title. */
  list: endpoint("canned-responses:read", "GET", "/canned-responses").output(
    z.object({ items: z.array(cannedResponseSchema) }),
  ),
  create: endpoint("canned-responses:write", "POST", "/canned-responses")
    .errors(among("too_many_canned_responses", "canned_response_not_found"))
    // A second request with the same key returns the first one's response, or that it was deleted since.
    .input(cannedResponseInput.extend({ idempotencyKey: id }))
    .output(cannedResponseSchema),
  update: endpoint("canned-responses:write", "PUT", "/canned-responses/{id}")
    .errors(among("canned_response_not_found", "canned_response_changed_meanwhile"))
    // `expectedUpdatedAt` is that of the edited response, so that a colleague's later change is not overwritten.
    .input(cannedResponseInput.extend({ id, expectedUpdatedAt: timestamp }))
    .output(cannedResponseSchema),
  /**
   * Returns the text for a ticket and its recipients. It is filled for the first person in To and, if the ticket's customer is in To, from
   * the order that is chosen or certain and its newest shipment; a placeholder without a value stays. `values` lists what was filled in.
   */
  fill: endpoint("canned-responses:read", "GET", "/tickets/{ticketId}/canned-responses/{id}")
    .errors(among("canned_response_not_found", "ticket_not_found"))
    .input(writtenTo.extend({ id, ticketId: id }))
    .output(z.object({ content: z.string(), values: placeholderValues, owner: orderOwner })),
  /** Returns the known values of the placeholders, without those that the people in To may not read: `withheld` lists these. */
  values: endpoint("canned-responses:read", "GET", "/tickets/{ticketId}/placeholders")
    .errors(among("ticket_not_found"))
    .input(writtenTo.extend({ ticketId: id }))
    .output(z.object({ values: placeholderValues, withheld: z.array(z.enum(placeholderNames)), owner: orderOwner })),
  /** Hides it for good; a repeated request changes nothing. */
  delete: endpoint("canned-responses:write", "DELETE", "/canned-responses/{id}")
    .errors(among("canned_response_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};

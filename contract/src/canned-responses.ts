import * as z from "zod";
import { macroActionsSchema } from "./admin/rules.ts";
import { outcomeSchema } from "./desk/change-many.ts";
import { placeholderNames } from "./desk/placeholders.ts";
import { trimWritten } from "./desk/trim-written.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, noBlank, storedText, timestamp, tooLong, trimmedText, typedText } from "./page.ts";

const cannedResponseSchema = z.object({
  id,
  title: z.string(),
  /** The text with its placeholders, such as `{{customer.first_name}}`; empty for a macro of actions alone. */
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  /** What it does to a ticket, which makes it a macro (docs/product.md#macros). */
  actions: macroActionsSchema,
  /** Whether it is one's own, which nobody else sees. */
  isOwn: z.boolean(),
  /** The team whose members see it, beside admins; null for everybody, or oneself. */
  teamId: id.nullable(),
  /** The key with which one uses it in a ticket; null for none. */
  key: z.string().nullable(),
  /** On how many tickets it was used; null for everybody but admins. */
  uses: z.object({ thisMonth: z.number().int(), ever: z.number().int() }).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CannedResponse = z.infer<typeof cannedResponseSchema>;

const contentMissing = "Content is required";
const tag = trimmedText("A tag", limits.tagLength, "A tag cannot be empty");
const responseShape = {
  title: trimmedText("Title", limits.cannedResponseTitleLength, "Title is required"),
  content: storedText(contentMissing)
    .overwrite(trimWritten)
    .overwrite(noBlank)
    .max(limits.replyLength, tooLong("Content", limits.replyLength)),
  category: trimmedText("Category", limits.cannedResponseCategoryLength, "Category is required"),
  tags: z
    .array(tag)
    .max(limits.tagsOnResponse, "A response has at most 20 tags")
    .transform((tags) => [...new Set(tags)])
    .default([]),
  /** Absent, none; or of a response that is changed, those that it has. */
  actions: macroActionsSchema.optional(),
};
type Said = Partial<{ content: unknown; actions: unknown }>;
/** Also said where other fields are at fault. */
const needsContent = {
  path: ["content"],
  error: contentMissing,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
const saysSomething = ({ content, actions }: Said) => content !== "" || (Array.isArray(actions) && actions.length > 0);

const cannedResponseInput = z.object(responseShape);
export type CannedResponseInput = z.output<typeof cannedResponseInput>;

/** The recipients of a text: the addresses in To, and the name of the first of them. */
const writtenTo = z.object({
  to: z.array(z.string().trim().toLowerCase().max(limits.emailAddressLength)).max(limits.recipientsPerMail).default([]),
  toName: z.string().max(limits.customerNameLength).optional(),
});
export type WrittenTo = z.output<typeof writtenTo>;

/** What actions did to a ticket; `leftOut` says in words what could not be done where other actions were. */
const actedSchema = outcomeSchema.extend({ leftOut: z.string().nullable() });
export type Acted = z.output<typeof actedSchema>;
const someActions = macroActionsSchema.min(1, "Choose what the macro does");
const ticketIds = z
  .array(id)
  .min(1, "Choose at least one ticket")
  .max(limits.ticketsInChange, "At most 100 tickets can be changed in one request")
  .refine((ids) => new Set(ids).size === ids.length, "A ticket is named twice");
const macroKey = z.string().regex(/^[a-z0-9]$/, "Choose a letter or a digit");

const placeholderValues = z.partialRecord(z.enum(placeholderNames), z.string());
/** The ticket's customer, who owns the order: nobody else may read about it. */
const orderOwner = z.object({ name: z.string().nullable(), addresses: z.array(z.string()) }).nullable();
export type OrderOwner = z.output<typeof orderOwner>;

/** Templates of replies (docs/product.md#canned-responses). */
export const cannedResponses = {
  /** Lists all active ones by category and title. */
  list: endpoint("canned-responses:read", "GET", "/canned-responses", { v1: true }).output(
    z.object({ items: z.array(cannedResponseSchema) }),
  ),
  create: endpoint("canned-responses:write", "POST", "/canned-responses")
    .errors(
      among(
        ...(["too_many_canned_responses", "too_many_own_responses", "canned_response_not_found"] as const),
        "team_not_found",
      ),
    )
    // A second request with the same key returns the first one's response, or that it was deleted since.
    .input(
      z
        .object({
          ...responseShape,
          isOwn: z.boolean().default(false),
          teamId: id.nullable().default(null),
          idempotencyKey: id,
        })
        .refine(saysSomething, needsContent)
        .refine(({ isOwn, teamId }) => !isOwn || teamId === null, {
          path: ["teamId"],
          error: "It is either yours or a team’s",
        }),
    )
    .output(cannedResponseSchema),
  update: endpoint("canned-responses:write", "PUT", "/canned-responses/{id}")
    .errors(
      among(
        ...(["canned_response_not_found", "canned_response_changed_meanwhile", "too_many_canned_responses"] as const),
        "team_not_found",
      ),
    )
    // `expectedUpdatedAt` is that of the edited response, so that a colleague's later change is not overwritten.
    // With `isOwn: false` one's own becomes the team's that is named, or else everybody's. A team's becomes another team's, or for null
    // everybody's, which cannot be taken back.
    .input(
      z
        .object({
          ...responseShape,
          isOwn: z.literal(false).optional(),
          teamId: id.nullable().optional(),
          id,
          expectedUpdatedAt: timestamp,
        })
        .refine(saysSomething, needsContent),
    )
    .output(cannedResponseSchema),
  /**
   * Returns the text for a ticket and its recipients. It is filled for the first person in To and, if the ticket's customer is in To, from
   * the order that is chosen or certain and its newest shipment; a placeholder without a value stays. `values` lists what was filled in.
   * `orderNumber` chooses the order for this time, such as one that was just refunded.
   */
  fill: endpoint("canned-responses:read", "GET", "/tickets/{ticketId}/canned-responses/{id}")
    .errors(among("canned_response_not_found", "ticket_not_found"))
    .input(writtenTo.extend({ id, ticketId: id, orderNumber: typedText().max(limits.orderNumberLength).optional() }))
    .output(z.object({ content: z.string(), values: placeholderValues, owner: orderOwner })),
  /** Returns the known values of the placeholders, without those that the people in To may not read: `withheld` lists these. */
  values: endpoint("canned-responses:read", "GET", "/tickets/{ticketId}/placeholders")
    .errors(among("ticket_not_found"))
    .input(writtenTo.extend({ ticketId: id }))
    .output(z.object({ values: placeholderValues, withheld: z.array(z.enum(placeholderNames)), owner: orderOwner })),
  /** Says what actions would do to tickets now, in words, and does nothing. */
  preview: endpoint("tickets:update", "POST", "/canned-responses/preview", { isHeavy: true, twice: "reads only" })
    .input(z.object({ ticketIds, actions: someActions }))
    .output(z.object({ items: z.array(actedSchema.extend({ effects: z.array(z.string()) })) })),
  /** Does a macro's actions to tickets, without its text. A second request with the same key returns what the first did to these tickets. */
  run: endpoint("tickets:update", "POST", "/canned-responses/{id}/run")
    .errors(among("canned_response_not_found"))
    .input(z.object({ id, idempotencyKey: id, ticketIds, actions: someActions }))
    .output(z.object({ results: z.array(actedSchema) })),
  /** Gives a response one's own key, or takes it away. */
  setKey: endpoint("canned-responses:read", "PUT", "/canned-responses/{id}/key")
    .errors(among("canned_response_not_found", "macro_key_taken"))
    .input(z.object({ id, key: macroKey.nullable() }))
    .output(z.object({ id, key: macroKey.nullable() })),
  /** Hides it for good; a repeated request changes nothing. */
  delete: endpoint("canned-responses:write", "DELETE", "/canned-responses/{id}")
    .errors(among("canned_response_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};

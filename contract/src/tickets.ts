import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { attachmentSchema, messageSchema, noteSchema } from "./messages.ts";
import { id, pageInput, timestamp, typedText } from "./page.ts";
import { ticketCategories, ticketPriorities, ticketStatuses, ticketViews } from "./vocabulary.ts";

const customerSchema = z.object({ id, name: z.string().nullable(), email: z.string().nullable() });

export const ticketCardSchema = z.object({
  id,
  ticketNumber: z.number().int(),
  subject: z.string(),
  /** The clean preview of the first message (spec part 1, section 5), at most 150 characters. */
  preview: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  category: z.enum(ticketCategories),
  tags: z.array(z.string()),
  customer: customerSchema.nullable(),
  customerId: id.nullable(),
  assignedTo: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  dueDate: timestamp.nullable(),
  messageCount: z.number().int(),
  attachmentCount: z.number().int(),
});
export type TicketCard = z.infer<typeof ticketCardSchema>;

export const ticketListSchema = z.object({
  items: z.array(ticketCardSchema),
  nextCursor: z.string().nullable(),
  /** How many match; for a text search exact up to 10,000, then `totalIsCapped`. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  activeCount: z.number().int(),
  archivedCount: z.number().int(),
});
export type TicketList = z.infer<typeof ticketListSchema>;

export const ticketDetailSchema = ticketCardSchema.extend({
  description: z.string(),
  source: z.string(),
  createdBy: id.nullable(),
  noteCount: z.number().int(),
  /** The newest page of the thread, oldest first; `messages.list` pages further back. */
  messages: z.array(messageSchema),
  hasOlderMessages: z.boolean(),
  notes: z.array(noteSchema),
  attachments: z.array(attachmentSchema),
  /** Mails to this ticket that a rate limit stopped; an admin finds them in the mail log. */
  heldBackMails: z.number().int(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;

const many = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .preprocess((value) => (typeof value === "string" ? [value] : value), z.array(z.enum(values)).max(values.length))
    .optional();

export const ticketFilterSchema = z.object({
  view: z.enum(ticketViews).default("active"),
  status: many(ticketStatuses),
  priority: many(ticketPriorities),
  category: many(ticketCategories),
  /** Part of the subject or description, upper and lower case alike; or a ticket number. */
  search: typedText().max(limits.searchLength).optional(),
  /** The customer's whole e-mail address. */
  customer: typedText().toLowerCase().max(320).optional(),
});
export type TicketFilter = z.infer<typeof ticketFilterSchema>;

export const changeStatusSchema = z.object({
  status: z.enum(ticketStatuses),
  /** Saved as an internal note. */
  note: typedText().max(limits.noteLength, "Note is too long (maximum 10,000 characters)").optional(),
  /** The status the screen showed: when it is no longer so, nothing is changed. */
  expectedStatus: z.enum(ticketStatuses).optional(),
});

export const tickets = {
  /** Urgent status first, then urgent priority, then the newest (spec part 1, section 2.7). */
  list: endpoint("tickets:read")
    .route({ method: "GET", path: "/tickets" })
    .input(ticketFilterSchema.extend(pageInput.shape))
    .output(ticketListSchema),
  get: endpoint("tickets:read")
    .route({ method: "GET", path: "/tickets/{id}" })
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  changeStatus: endpoint("tickets:change-status")
    .route({ method: "POST", path: "/tickets/{id}/status" })
    .errors(among("ticket_not_found", "ticket_archived", "ticket_status_unchanged", "ticket_status_changed_meanwhile"))
    .input(changeStatusSchema.extend({ id }))
    .output(ticketDetailSchema),
  reopen: endpoint("tickets:change-status")
    .route({ method: "POST", path: "/tickets/{id}/reopen" })
    .errors(among("ticket_not_found", "ticket_not_archived"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
};

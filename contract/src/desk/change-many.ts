import * as z from "zod";
import { limits } from "../limits.ts";
import { id, trimmedText } from "../page.ts";
import { ticketCategories, ticketPriorities, ticketStatuses } from "../vocabulary.ts";
import { snoozeUntilSchema } from "./snooze-until.ts";

const tags = z
  .array(trimmedText("A tag", limits.tagLength, "A tag cannot be empty"))
  .max(limits.tagsOnTicket, "A ticket has at most 20 tags");

/** What can be changed on many tickets at once; an absent field stays as it is. */
const changeSchema = z.object({
  status: z.enum(ticketStatuses).optional(),
  /** Null brings it back. With a status it applies only if that reopens an archived ticket, to restore an earlier snooze. */
  snoozedUntil: snoozeUntilSchema.nullable().optional(),
  assignedTo: id.nullable().optional(),
  /** Without an assignee beside it, one who is not of the team no longer has the ticket. */
  teamId: id.nullable().optional(),
  priority: z.enum(ticketPriorities).optional(),
  category: z.enum(ticketCategories).optional(),
  addTags: tags.default([]),
  removeTags: tags.default([]),
});

/** The values that a ticket must still have: if one has changed, the ticket stays as it is. */
const expectedSchema = changeSchema.pick({
  status: true,
  snoozedUntil: true,
  assignedTo: true,
  teamId: true,
  priority: true,
  category: true,
});

const changedItemSchema = z.object({ id, change: changeSchema, expected: expectedSchema.default({}) });
export type ChangedItem = z.output<typeof changedItemSchema>;
/** One ticket's change and its expected values, as a request has them. */
export type ItemOfChange = z.input<typeof changedItemSchema>;

/** The result for one ticket. */
export const outcomeSchema = z.object({
  id,
  /** Null if the ticket no longer exists. */
  ticketNumber: z.number().int().nullable(),
  outcome: z.enum(["changed", "unchanged", "refused"]),
  /** Why it was refused, with the same words as for a single change. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What undoes the change, as long as the ticket has not changed since; null if nothing was changed. */
  undo: z.object({ change: changeSchema, expected: expectedSchema }).nullable(),
});
export type ChangeOutcome = z.output<typeof outcomeSchema>;

export const changeManyInput = z.object({
  /** Shared by all parts of one change. */
  idempotencyKey: id,
  items: z
    .array(changedItemSchema)
    .min(1, "Choose at least one ticket")
    .max(limits.ticketsInChange, "At most 100 tickets can be changed in one request")
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, "A ticket is named twice"),
});
export const changeManyOutput = z.object({ results: z.array(outcomeSchema) });

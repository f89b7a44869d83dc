import * as z from "zod";
import { limits } from "../limits.ts";
import { id, trimmedText } from "../page.ts";
import { ticketCategories, ticketPriorities, ticketStatuses } from "../vocabulary.ts";
import { snoozeUntilSchema } from "./snooze-until.ts";

const tags = z
  .array(trimmedText("A tag", limits.tagLength, "A tag cannot be empty"))
  .max(limits.tagsOnTicket, "A ticket has at most 20 tags");

/** What many tickets can be given at once; what is absent stays as it is. */
const changeSchema = z.object({
  status: z.enum(ticketStatuses).optional(),
  /** Null brings it back. With a status it counts only where that leads out of the archive: it is put off again, as before it was done. */
  snoozedUntil: snoozeUntilSchema.nullable().optional(),
  assignedTo: id.nullable().optional(),
  priority: z.enum(ticketPriorities).optional(),
  category: z.enum(ticketCategories).optional(),
  addTags: tags.default([]),
  removeTags: tags.default([]),
});

/** What a ticket must still be: where it is no longer so, nothing of it is changed. */
const expectedSchema = changeSchema.pick({
  status: true,
  snoozedUntil: true,
  assignedTo: true,
  priority: true,
  category: true,
});

const changedItemSchema = z.object({ id, change: changeSchema, expected: expectedSchema.default({}) });
export type ChangedItem = z.output<typeof changedItemSchema>;
/** What one ticket is given, and what it must still be, as a request says it. */
export type ItemOfChange = z.input<typeof changedItemSchema>;

/** What became of one ticket. */
const outcomeSchema = z.object({
  id,
  /** Null where there is no such ticket any more. */
  ticketNumber: z.number().int().nullable(),
  outcome: z.enum(["changed", "unchanged", "refused"]),
  /** Why it was refused, as the single change would have been. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What takes it back, as long as it is as the change left it; null where nothing was changed. */
  undo: z.object({ change: changeSchema, expected: expectedSchema }).nullable(),
});
export type ChangeOutcome = z.output<typeof outcomeSchema>;

export const changeManyInput = z.object({
  /** Of the whole change: its parts have the same. */
  idempotencyKey: id,
  items: z
    .array(changedItemSchema)
    .min(1, "Choose at least one ticket")
    .max(limits.ticketsInChange, "At most 100 tickets can be changed in one request")
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, "A ticket is named twice"),
});
export const changeManyOutput = z.object({ results: z.array(outcomeSchema) });

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import type { EventType } from "../events.ts";
import { limits } from "../limits.ts";
import { id, timestamp } from "../page.ts";

/** What programs are told of. More may come: they skip what they do not know. */
export const toldEvents = [
  "ticket.created",
  "ticket.updated",
  "ticket.status-changed",
  "ticket.assigned",
  "ticket.customer-changed",
  "ticket.merged",
  "ticket.unmerged",
  "ticket.deleted",
  "ticket.rated",
  "tickets.changed",
  "tickets.woken",
  "message.created",
  "message.delivery-changed",
  "note.created",
  "customer.created",
  "customer.updated",
  "customer.joined",
  "customer.deleted",
] as const satisfies EventType[];

const toldEventSchema = z.object({
  number: z.number().int(),
  type: z.enum(toldEvents),
  at: timestamp,
  /** The tickets it happened to; of many changed together at most a hundred. */
  ticketIds: z.array(id),
  /** The message or note. */
  messageId: id.nullable(),
  customerId: id.nullable(),
});
export type ToldEvent = z.infer<typeof toldEventSchema>;

/** What happened, in order and without personal text: a program that was away reads on from its last number. */
export const events = {
  /** Lists what happened after a number; without one nothing, and the number to go on from. Events are kept for seven days. */
  list: endpoint("tickets:read", "GET", "/events", { v1: true })
    .errors(among("events_forgotten"))
    .input(
      z.object({
        after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
        limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.maxPageSize),
      }),
    )
    .output(
      z.object({
        items: z.array(toldEventSchema),
        /** What to send as `after` next time. */
        next: z.number().int(),
        /** Whether there is more now, also where this page is short: not everything that happens is told. */
        hasMore: z.boolean(),
      }),
    ),
};

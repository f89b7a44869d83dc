import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, oneLine, pageInput, timestamp, trimmedText, writtenText } from "../page.ts";
import { ticketStatuses } from "../vocabulary.ts";
import { incidentLimits } from "./incident-limits.ts";
import { incidentStates } from "./incident-words.ts";

const incidentSchema = z.object({
  id,
  /** What its customers share (`readSign`). */
  sign: z.string(),
  title: z.string(),
  state: z.enum(incidentStates),
  /** How many customers usually write of it in as much time; null for one made by hand. */
  usual: z.number().nullable(),
  customers: z.number().int(),
  tickets: z.number().int(),
  /** When its first and its last ticket began; null while it has none. */
  firstAt: timestamp.nullable(),
  lastAt: timestamp.nullable(),
  foundAt: timestamp,
  /** Who made it by hand; null for one that was found, and for somebody who was deleted. */
  madeBy: z.string().nullable(),
});
export type Incident = z.infer<typeof incidentSchema>;

const incidentTicketSchema = z.object({
  id,
  ticketNumber: z.number().int(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  isArchived: z.boolean(),
  customerName: z.string().nullable(),
  /** The order that it was found by. */
  orderName: z.string().nullable(),
  createdAt: timestamp,
  /** Who put it on by hand; null for one that was found. */
  joinedBy: z.string().nullable(),
});
export type IncidentTicket = z.infer<typeof incidentTicketSchema>;

/** How far an answer is: how many of those it goes to got it, were held back, or have their turn yet. */
const answerSchema = z.object({
  id,
  incidentId: id.nullable(),
  content: z.string(),
  state: z.enum(["sending", "done", "stopped"]),
  writtenBy: z.string().nullable(),
  createdAt: timestamp,
  sent: z.number().int(),
  held: z.number().int(),
  planned: z.number().int(),
});
export type IncidentAnswer = z.infer<typeof answerSchema>;

const recipientSchema = z.object({
  id,
  ticketId: id.nullable(),
  ticketNumber: z.number().int().nullable(),
  orderName: z.string().nullable(),
  name: z.string().nullable(),
  state: z.enum(["planned", "sent", "held"]),
  /** Why it was held back. */
  reason: z.string().nullable(),
});
export type IncidentRecipient = z.infer<typeof recipientSchema>;

/** An order whose customer is concerned and has not written. */
const concernedSchema = z.object({
  orderId: id,
  orderName: z.string(),
  customerName: z.string().nullable(),
  /** Null where there is no address to write to. */
  email: z.string().nullable(),
  reason: z.string(),
});
export type Concerned = z.infer<typeof concernedSchema>;

const stalledSchema = concernedSchema.extend({
  carrier: z.string(),
  country: z.string(),
  trackingNumber: z.string().nullable(),
  /** The last that was heard of it. */
  lastNewsAt: timestamp,
  /** How long the carrier's parcels usually are on their way there. */
  usualHours: z.number(),
  /** The ticket on which its customer has written since, and that is not archived. */
  ticket: z.object({ id, ticketNumber: z.number().int() }).nullable(),
});
export type StalledParcel = z.infer<typeof stalledSchema>;

const answerText = {
  content: writtenText("Answer", limits.replyLength, "Write the answer first"),
  /** Of the tickets that begin with it, for those who have not written. */
  subject: trimmedText("Subject", limits.ticketSubjectLength, "Give it a subject").overwrite(oneLine),
};

const previewedSchema = z.object({
  ticketId: id.nullable(),
  orderId: id.nullable(),
  ticketNumber: z.number().int().nullable(),
  orderName: z.string().nullable(),
  name: z.string().nullable(),
  /** Whom it goes to. */
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** Why it would be held back; null if it can leave. */
  held: z.string().nullable(),
  /** Says that this text was looked at. */
  digest: z.string(),
  lastSeenMessageId: id.nullable(),
});
export type PreviewedAnswer = z.infer<typeof previewedSchema>;

const looked = { digest: z.string().regex(/^[0-9a-f]{64}$/), lastSeenMessageId: id.nullable() };

/** What several customers wrote of within hours, and answers to all of them (docs/product.md#incidents). */
export const incidents = {
  /** Lists incidents, newest first: those that are not closed, or all. */
  list: endpoint("incidents:read", "GET", "/incidents")
    .input(pageInput.extend({ isClosed: z.union([z.boolean(), z.stringbool()]).default(false) }))
    .output(z.object({ items: z.array(incidentSchema), nextCursor: z.string().nullable() })),
  /** One incident with its tickets and the answers that were sent. */
  get: endpoint("incidents:read", "GET", "/incidents/{id}")
    .errors(among("incident_not_found"))
    .input(z.object({ id }))
    .output(incidentSchema.extend({ ticketList: z.array(incidentTicketSchema), answers: z.array(answerSchema) })),
  /** The incidents that a ticket belongs to and that are not closed. */
  ofTicket: endpoint("incidents:read", "GET", "/tickets/{ticketId}/incidents")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(z.object({ items: z.array(incidentSchema) })),
  /** Makes an incident by hand. */
  make: endpoint("incidents:change", "POST", "/incidents")
    .errors(among("incident_ticket_unknown"))
    .input(
      z.object({
        name: trimmedText("Name", incidentLimits.incidentNameLength, "Give it a name").overwrite(oneLine),
        ticketNumbers: z.array(z.number().int().positive()).max(incidentLimits.ticketsJoined).default([]),
        idempotencyKey: id,
      }),
    )
    .output(incidentSchema),
  setState: endpoint("incidents:change", "PUT", "/incidents/{id}/state")
    .errors(among("incident_not_found"))
    .input(z.object({ id, state: z.enum(incidentStates) }))
    .output(incidentSchema),
  /** Puts tickets on an incident by their numbers. */
  addTickets: endpoint("incidents:change", "POST", "/incidents/{id}/tickets", {
    twice: "a ticket that is on it stays on it",
  })
    .errors(among("incident_not_found", "incident_full", "incident_ticket_unknown"))
    .input(
      z.object({
        id,
        ticketNumbers: z
          .array(z.number().int().positive())
          .min(1, "Enter a ticket's number")
          .max(incidentLimits.ticketsJoined, "Add at most 50 tickets at once"),
      }),
    )
    .output(incidentSchema),
  /** Takes a ticket off an incident; it is not found for it again. */
  removeTicket: endpoint("incidents:change", "DELETE", "/incidents/{id}/tickets/{ticketId}")
    .errors(among("incident_not_found"))
    .input(z.object({ id, ticketId: id }))
    .output(incidentSchema),
  /** Lists those who are concerned by order data and have not written; `isKnowable` is false where order data cannot say. */
  concerned: endpoint("incidents:read", "GET", "/incidents/{id}/concerned", { isHeavy: true })
    .errors(among("incident_not_found"))
    .input(z.object({ id }))
    .output(z.object({ items: z.array(concernedSchema), isKnowable: z.boolean(), isCut: z.boolean() })),
  /** Lists parcels of which nothing was heard for longer than their carrier usually takes. */
  stalled: endpoint("incidents:read", "GET", "/parcels/stalled", { isHeavy: true }).output(
    z.object({ items: z.array(stalledSchema), isCut: z.boolean(), carriers: z.number().int() }),
  ),
  /** Fills an answer for each, as it would leave now. */
  preview: endpoint("incidents:answer", "POST", "/incident-answers/preview", {
    twice: "it only shows",
    isHeavy: true,
  })
    .input(
      z.object({
        ...answerText,
        ticketIds: z.array(id).max(incidentLimits.answersPreviewed).default([]),
        orderIds: z.array(id).max(incidentLimits.answersPreviewed).default([]),
      }),
    )
    .output(z.object({ items: z.array(previewedSchema) })),
  /** Sends an answer to those who were looked at, in portions. */
  answer: endpoint("incidents:answer", "POST", "/incident-answers", { takesDocument: true })
    .errors(among("incident_not_found"))
    // A second request with the same key returns what the first one began.
    .input(
      z.object({
        ...answerText,
        incidentId: id.nullable(),
        recipients: z
          .array(z.union([z.object({ ticketId: id, ...looked }), z.object({ orderId: id, ...looked })]))
          .min(1, "Choose whom it goes to")
          .max(incidentLimits.incidentTickets, "An answer goes to at most 500 people"),
        idempotencyKey: id,
      }),
    )
    .output(answerSchema),
  /** How far an answer is, with those it goes to. */
  progress: endpoint("incidents:read", "GET", "/incident-answers/{id}")
    .errors(among("incident_answer_not_found"))
    .input(z.object({ id }))
    .output(answerSchema.extend({ recipients: z.array(recipientSchema) })),
  /** Stops an answer: who has not got it yet gets none. */
  stop: endpoint("incidents:answer", "POST", "/incident-answers/{id}/stop", { twice: "one that stopped stays so" })
    .errors(among("incident_answer_not_found"))
    .input(z.object({ id }))
    .output(answerSchema),
};

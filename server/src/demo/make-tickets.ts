import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { type ImportedTicket, previewText } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { DemoPlan, PlannedTicket } from "./demo-plan.ts";
import { fillIn, makeScene } from "./fill-in.ts";
import { type MadeMessage, type MailMessageIdOf, makeMessages } from "./make-messages.ts";
import type { Random } from "./random.ts";

const day = 24 * 3_600_000;

export type MadeTicket = { ticket: ImportedTicket; messages: MadeMessage[] };

/** The planned tickets with their threads, in the order of time. */
export function makeTickets(plan: DemoPlan, random: Random, mailMessageIdOf: MailMessageIdOf): MadeTicket[] {
  return plan.tickets.map((planned) => {
    const id = newId(planned.moments[0]);
    const scene = makeScene(planned, random);
    const messages = makeMessages(id, planned, scene, mailMessageIdOf);
    const [first] = messages;
    const last = messages.at(-1);
    if (!first || !last) throw new Error("A conversation without a message");
    const status = statusOf(planned, messages, random);
    const { conversation, order, assignee } = planned;
    const ticket: ImportedTicket = {
      id,
      subject: fillIn(conversation.subject, scene),
      description: first.content,
      preview: previewText(first.content),
      status,
      priority: conversation.priority,
      category: conversation.category,
      tags: conversation.tags,
      source: "email",
      customerId: order.customer.id,
      assignedTo: messages.length > 1 ? assignee.id : null,
      createdBy: null,
      createdAt: first.createdAt,
      updatedAt: last.createdAt,
      dueDate: dueDate(conversation.priority, first.createdAt, random),
      activities: activitiesOf(messages, status, assignee.id),
    };
    return { ticket, messages };
  });
}

function statusOf({ isArchived, conversation }: PlannedTicket, messages: MadeMessage[], random: Random): TicketStatus {
  if (isArchived) return random.chance(30) ? "closed" : "resolved";
  const last = messages.findLast(({ isAutomatic }) => !isAutomatic);
  if (conversation.priority === "urgent" && last?.type !== "email") return "urgent";
  if (last?.type === "internal") return "in-progress";
  if (!last?.isFromCustomer) return "pending";
  return messages.length > 1 && random.chance(60) ? "in-progress" : "open";
}

/** Urgent and important matters have a date, and some others. */
function dueDate(priority: ImportedTicket["priority"], createdAt: string, random: Random): string | null {
  const days = { urgent: 1, high: 2, medium: 4, low: 7 }[priority];
  if (priority !== "urgent" && !random.chance(priority === "high" ? 70 : 25)) return null;
  return new Date(Date.parse(createdAt) + days * day).toISOString();
}

function activityOf(message: MadeMessage): ImportedTicket["activities"][number] {
  const { id, type, isFromCustomer, authorId: actorId, authorName, createdAt } = message;
  if (type === "internal") return { kind: "note_added", actorId, details: { noteId: id }, createdAt };
  if (!isFromCustomer) return { kind: "replied", actorId, details: { messageId: id }, createdAt };
  return { kind: "customer_replied", actorId: null, details: { messageId: id, author: authorName }, createdAt };
}

function activitiesOf(messages: MadeMessage[], status: TicketStatus, actorId: string): ImportedTicket["activities"] {
  const [first, ...answers] = messages;
  const last = messages.at(-1);
  const trail: ImportedTicket["activities"] = answers.filter(({ isAutomatic }) => !isAutomatic).map(activityOf);
  if (first) {
    trail.unshift({ kind: "created", actorId: null, details: { source: "email" }, createdAt: first.createdAt });
  }
  if (last && status !== "open") {
    trail.push({ kind: "status_changed", actorId, details: { from: "open", to: status }, createdAt: last.createdAt });
  }
  return trail;
}

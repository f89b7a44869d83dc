import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { type ImportedMessage, type ImportedTicket, previewText } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { Turn } from "./conversation.ts";
import { makeDemoFile } from "./demo-files.ts";
import type { DemoPlan, PlannedTicket } from "./demo-plan.ts";
import type { Random } from "./random.ts";

const day = 24 * 3_600_000;

export type MadeTicket = { ticket: ImportedTicket; messages: MadeMessage[] };

/** Makes the planned tickets with their threads, in order of time. */
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

/** Urgent and high-priority tickets have a due date, and some others. */
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

/** Returns the Message-ID of an agent's message in the mail domain. */
type MailMessageIdOf = (messageId: string) => string;
/** `fails` says why a reply was not delivered. */
export type MadeMessage = ImportedMessage & { fails: string | null; file: ReturnType<typeof makeDemoFile> | null };

const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Makes a ticket's messages and notes, oldest first. */
function makeMessages(
  ticketId: string,
  planned: PlannedTicket,
  scene: Scene,
  mailMessageIdOf: MailMessageIdOf,
): MadeMessage[] {
  const thread: MadeMessage[] = [];
  for (const [index, moment] of planned.moments.entries()) {
    const turn = planned.conversation.turns[index];
    if (!turn) break;
    const content = fillIn(turn.text, scene);
    const previous = thread.findLast(({ type }) => type === "email");
    thread.push({
      ...makeMessage(turn, newId(moment), content, planned, mailMessageIdOf),
      ticketId,
      content,
      fullContent: turn.quotes && previous ? `${content}\n\n${quote(previous)}` : null,
      leftOut: turn.quotes && previous ? { history: true, signature: false } : null,
      html: turn.html ? htmlOf(content) : null,
      isAutomatic: turn.isAutomatic ?? false,
      threadingReason: turn.by === "customer" ? (index === 0 ? "new_conversation" : "references") : null,
      file: turn.file ? makeDemoFile(turn.file, scene.order) : null,
      createdAt: new Date(moment).toISOString(),
    });
  }
  return thread;
}

function makeMessage(
  turn: Turn,
  id: string,
  content: string,
  { order: { customer }, assignee }: PlannedTicket,
  mailMessageIdOf: MailMessageIdOf,
) {
  const isMail = turn.by !== "note";
  const isFromCustomer = turn.by === "customer";
  const isReply = turn.by === "agent";
  return {
    id,
    content,
    type: isMail ? ("email" as const) : ("internal" as const),
    isFromCustomer,
    authorId: isFromCustomer ? null : assignee.id,
    authorEmail: isFromCustomer ? customer.email : null,
    authorName: isFromCustomer ? `${customer.first} ${customer.last}` : assignee.name,
    mailMessageId: isReply ? mailMessageIdOf(id) : isMail ? `${id}@${customer.email.split("@")[1]}` : null,
    fails: isReply ? (turn.fails ?? null) : null,
  };
}

function quote({ createdAt, authorName, content }: MadeMessage): string {
  const lines = content.split("\n").map((line) => `> ${line}`.trimEnd());
  return [`On ${times.format(Date.parse(createdAt))}, ${authorName} wrote:`, "", ...lines].join("\n");
}

function htmlOf(content: string): string {
  const escaped = content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const paragraphs = escaped.split("\n\n").map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`);
  return `<div style="font-family: Georgia, serif; color: #333333">${paragraphs.join("\n")}</div>`;
}

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/** The values for the words in braces of a ticket's conversation. */
type Scene = ReturnType<typeof makeScene>;

/** Chooses those values for a ticket. */
function makeScene({ order, assignee }: PlannedTicket, random: Random) {
  const { customer, product, colour, carrier, tracking } = order;
  return {
    first: customer.first,
    name: `${customer.first} ${customer.last}`,
    city: customer.city,
    product: `${product.name} in ${colour}`,
    item: product.item,
    colour,
    price: `€${product.price.toFixed(2)}`,
    order: `#${order.number}`,
    date: dates.format(order.at),
    day: random.pick(weekdays),
    carrier,
    tracking,
    agent: assignee.name.split(" ")[0] ?? assignee.name,
  };
}

/** Fills in the words in braces; throws on an unknown one. */
function fillIn(text: string, scene: Scene): string {
  return text.replace(/\{(\w+)\}/g, (_, word: string) => {
    if (!(word in scene)) throw new Error(`No scene has {${word}}`);
    return scene[word as keyof Scene];
  });
}

import { ticketCategories } from "@deskhand/contract/vocabulary";
import { findNamedNumbers } from "../../contract/src/mentions/named-numbers.ts";
import { newId } from "../../server/src/platform/db/ids.ts";
import type { MadeTenant } from "./make-tenant.ts";
import type { Random } from "./random.ts";
import { rareWord, writeText } from "./write-text.ts";

/** About 70 % are archived, as on a desk that has run for some years. */
const statuses = [
  ["closed", 45],
  ["resolved", 25],
  ["open", 14],
  ["pending", 9],
  ["in-progress", 6],
  ["urgent", 1],
] as const;
const priorities = [
  ["medium", 60],
  ["low", 22],
  ["high", 15],
  ["urgent", 3],
] as const;
const tags = ["vip", "refund", "wholesale", "damaged", "late", "gift", "fraud-check", "b2b", "repeat", "social"];
const fiveYears = 5 * 365 * 24 * 3600 * 1000;

export const ticketColumns = {
  client_id: "uuid",
  id: "uuid",
  ticket_number: "int",
  subject: "text",
  description: "text",
  preview: "text",
  status: "text",
  priority: "text",
  category: "text",
  labels: "text[]",
  source: "text",
  customer_id: "uuid",
  assigned_to: "uuid",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  due_date: "timestamptz",
  message_count: "int",
  note_count: "int",
  named_numbers: "jsonb",
  first_response_at: "timestamptz",
  response_ms: "bigint",
};

export type MadeTicket = {
  id: string;
  number: number;
  createdAt: number;
  customerId: string;
  description: string;
  messageCount: number;
  noteCount: number;
};

type Row = (string | number | null)[];

/** Makes tickets, oldest first, without their first responses; `messages` is the number spread over all of them. */
export function* makeTickets(
  random: Random,
  tenant: MadeTenant,
  { tickets, messages, rareWords }: { tickets: number; messages: number; rareWords: number },
): Generator<{ ticket: MadeTicket; row: Row }> {
  let messagesLeft = messages;
  for (let number = 1; number <= tickets; number++) {
    const ticketsLeft = tickets - number;
    const count = ticketsLeft === 0 ? messagesLeft : drawCount(random, messagesLeft, ticketsLeft);
    messagesLeft -= count;
    // Few tickets have notes, which count as messages. The first message is never a note.
    const noteCount = random.next() < 0.3 ? Math.min(count - 1, 1 + random.below(2)) : 0;
    const createdAt = Date.now() - Math.floor(fiveYears * (1 - number / (tickets + 1)));
    const word = rareWord(random.below(rareWords));
    const description = `${writeText(random, 15 + random.below(90))} Order #${10_000 + random.below(900_000)}, ${word}.`;
    const customerId = random.pick(tenant.customers);
    const id = newId(createdAt);
    const ticket = { id, number, createdAt, customerId, description, messageCount: count - noteCount, noteCount };
    const subject = `${writeText(random, 3 + random.below(5)).replace(/[.\n]+/g, "")} ${word}`;
    yield { ticket: ticket, row: rowOf(random, tenant, ticket, subject) };
  }
}

function drawCount(random: Random, messagesLeft: number, ticketsLeft: number): number {
  const mean = messagesLeft / (ticketsLeft + 1);
  const drawn = 1 + Math.floor(-Math.log(1 - random.next()) * (mean - 0.5));
  return Math.max(1, Math.min(drawn, 60, messagesLeft - ticketsLeft));
}

function rowOf(random: Random, tenant: MadeTenant, ticket: MadeTicket, subject: string): Row {
  const day = 24 * 3600 * 1000;
  const createdAt = new Date(ticket.createdAt).toISOString();
  const updatedAt = new Date(Math.min(Date.now(), ticket.createdAt + random.below(10 * day))).toISOString();
  const drawn = tags.filter(() => random.next() < 0.08);
  const labels = [...drawn, ...(ticket.number % 2 ? [] : ["half"]), ...(ticket.number < 4 ? ["seldom"] : [])].join(",");
  const dueDate = random.next() < 0.1 ? new Date(ticket.createdAt + 14 * day).toISOString() : null;
  return [
    ...[tenant.id, ticket.id, ticket.number, subject, ticket.description],
    ticket.description.replace(/\s+/g, " ").slice(0, 147),
    ...[random.weighted(statuses), random.weighted(priorities), random.pick(ticketCategories), labels, "email"],
    ticket.customerId,
    random.next() < 0.6 ? random.pick(tenant.staff) : null,
    ...[createdAt, updatedAt, dueDate, ticket.messageCount, ticket.noteCount],
    JSON.stringify([subject, ticket.description].map(findNamedNumbers)),
  ];
}

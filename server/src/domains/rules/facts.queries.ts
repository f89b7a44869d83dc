import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ChangeableTicket } from "../tickets/index.ts";

/** What a rule's conditions look at, on one occasion. */
export type Facts = {
  ticket: ChangeableTicket;
  /** The message that the occasion is about, or else the customer's newest. */
  text: string;
  sender: string;
  /** Whom that message went to, the store's own addresses among them. */
  recipients: string[];
  /** The names of the message's files, without pictures in its text. */
  files: string[];
  /** What the customer's orders came to, without what was refunded; cancelled orders and tests are none. */
  spend: number;
  /** The order that a colleague chose for the ticket, or else the customer's newest. */
  order: Order | null;
};
type Order = { total: number; payment: string; fulfillment: string; country: string; skus: string[] };

/** An occasion: a ticket, and the message that it is about where it is about one. With `at`, what was written later does not count. */
export type Asked = { ticketId: string; messageId: string | null; at?: string };

type Row = Omit<Facts, "ticket"> & {
  id: string;
  ticketNumber: number;
  subject: string;
  status: TicketStatus;
  isArchived: boolean;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  assignee: ChangeableTicket["assignee"];
  snoozedUntil: string | null;
  mergedInto: ChangeableTicket["mergedInto"];
};

/** Facts that are read only where a condition looks at them. */
export type Looks = { orders: boolean; files: boolean };

type Parameters = { asked: string; textRead: number; withOrders: boolean; withFiles: boolean };
const factsStatement = statement<Parameters, Row & { place: number }>(new URL("./facts.sql", import.meta.url));

/** The facts of each occasion, in one statement and in the order asked; null for a ticket that is gone. */
export async function selectFacts(tx: TenantTx, asked: readonly Asked[], looks: Looks): Promise<(Facts | null)[]> {
  const rows = asked.map(({ ticketId, messageId, at = null }, place) => ({
    place,
    ticket_id: ticketId,
    message_id: messageId,
    until: at,
  }));
  const parameters = {
    asked: JSON.stringify(rows),
    textRead: ruleLimits.ruleTextRead,
    withOrders: looks.orders,
    withFiles: looks.files,
  };
  const found = await tx.executeQuery(factsStatement(parameters));
  const byPlace = new Map(found.rows.map((row) => [row.place, factsOf(row)]));
  return asked.map((_, place) => byPlace.get(place) ?? null);
}

function factsOf(row: Row): Facts {
  const {
    id,
    ticketNumber,
    subject,
    status,
    isArchived,
    priority,
    category,
    tags,
    assignee,
    snoozedUntil,
    mergedInto,
  } = row;
  const { text, sender, recipients, files, spend: spent, order: of } = row;
  const until = snoozedUntil === "infinity" ? "answer" : snoozedUntil;
  const values = { id, ticketNumber, subject, status, isArchived, priority, category, tags, assignee, mergedInto };
  return { ticket: { ...values, snoozedUntil: until }, text, sender, recipients, files, spend: spent, order: of };
}

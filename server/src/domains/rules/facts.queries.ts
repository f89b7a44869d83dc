import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { type BroughtField, broughtFields } from "@deskhand/contract/admin/rule-parts";
import type { Hours } from "@deskhand/contract/targets/working-time";
import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectHoursOf } from "../hours/index.ts";
import type { ChangeableTicket } from "../tickets/index.ts";
import { ruleFacts } from "./asked.queries.ts";

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
  /** What domains bring for fields of theirs, where a condition looks at it. */
  brought: { readonly [Name in BroughtField]?: number | null };
  /** What the customer's orders came to, without what was refunded; cancelled orders and tests are none. */
  spend: number;
  /** The order that a colleague chose for the ticket, or else the customer's newest. */
  order: Order | null;
  /** When it happened: when its step was taken, or now where none was. */
  at: string;
  /** When its ticket was created. */
  createdAt: string;
  /** The hours that conditions look at, by their calendars; without those that were deleted. */
  hours: ReadonlyMap<string, Hours>;
};
type Order = { total: number; payment: string; fulfillment: string; country: string; skus: string[] };

/**
 * An occasion: a ticket, and the message that it is about where it is about one; `id` is its step of the trail where it has one. With
 * `at`, it was then, and what was written later does not count.
 */
export type Asked = { id?: string; ticketId: string; messageId: string | null; at?: string };

type Row = Omit<Facts, "ticket" | "hours"> & {
  id: string;
  ticketNumber: number;
  subject: string;
  status: TicketStatus;
  isArchived: boolean;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  assignee: ChangeableTicket["assignee"];
  team: ChangeableTicket["team"];
  snoozedUntil: string | null;
  mergedInto: ChangeableTicket["mergedInto"];
};

/** Facts that are read only where a condition looks at them. */
export type Looks = { orders: boolean; files: boolean; calendars: readonly string[]; brought: readonly BroughtField[] };

type Parameters = { asked: string };
const factsFile = new URL("./facts.sql", import.meta.url);
type FactsStatement = ReturnType<typeof statement<Parameters, Row & { place: number }>>;
const factsStatements = new Map<string, FactsStatement>();

/**
 * The statement that reads what is looked at, and nothing else. What is not read is left out of the text: as parameters, PostgreSQL would plan
 * the whole anew each time, which takes longer than to run it.
 */
function factsStatementFor({ orders, files, calendars, brought }: Looks): FactsStatement {
  const reads = { withOrders: orders, withFiles: files, withTime: calendars.length > 0 };
  const fields = broughtFields.filter((name) => brought.includes(name));
  const key = JSON.stringify([reads, fields]);
  const made =
    factsStatements.get(key) ??
    statement<Parameters, Row & { place: number }>(factsFile, () => ({
      textRead: ruleLimits.ruleTextRead,
      withOrders: `${reads.withOrders}`,
      withFiles: `${reads.withFiles}`,
      withTime: `${reads.withTime}`,
      broughtFacts: broughtFacts(fields),
    }));
  factsStatements.set(key, made);
  return made;
}

/** An object of what domains bring. */
function broughtFacts(fields: readonly BroughtField[]): RawBuilder<unknown> {
  const pairs = fields.map((name) => sql`${sql.lit(name)}, ${ruleFacts.of(name)}`);
  return sql`json_build_object(${sql.join(pairs)})`;
}

/** The facts of each occasion in the order asked, in one statement, and one more for hours; null for a ticket that is gone. */
export async function selectFacts(tx: TenantTx, asked: readonly Asked[], looks: Looks): Promise<(Facts | null)[]> {
  const rows = asked.map(({ id = null, ticketId, messageId, at = null }, place) => ({
    place,
    ticket_id: ticketId,
    message_id: messageId,
    until: at,
    step_id: id,
  }));
  const found = await tx.executeQuery(factsStatementFor(looks)({ asked: JSON.stringify(rows) }));
  const hours = await selectHoursOf(tx, looks.calendars);
  const byPlace = new Map(found.rows.map((row) => [row.place, factsOf(row, hours)]));
  return asked.map((_, place) => byPlace.get(place) ?? null);
}

function factsOf(row: Row, hours: Facts["hours"]): Facts {
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
    team,
    snoozedUntil,
    mergedInto,
  } = row;
  const { text, sender, recipients, files, brought, spend: spent, order: of, at, createdAt } = row;
  const until = snoozedUntil === "infinity" ? "answer" : snoozedUntil;
  const ids = { id, ticketNumber, subject, assignee, team, mergedInto };
  const values = { status, isArchived, priority, category, tags, snoozedUntil: until };
  return {
    ticket: { ...ids, ...values },
    text,
    sender,
    recipients,
    files,
    brought,
    spend: spent,
    order: of,
    at,
    createdAt,
    hours,
  };
}

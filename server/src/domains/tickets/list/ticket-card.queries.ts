import type { WrittenFrom } from "@deskhand/contract/messages";
import type { ClockName } from "@deskhand/contract/targets/clock";
import type { Due } from "@deskhand/contract/targets/due";
import type { TicketCard } from "@deskhand/contract/tickets";
import { sql } from "kysely";
import { toIsoTime } from "../../../platform/db/pool.ts";
import { compose } from "../../../platform/db/statement.ts";

const plainColumns = [
  ...(["t.id", "t.ticket_number as ticketNumber", "t.subject", "t.preview", "t.status", "t.priority"] as const),
  ...(["t.category", "t.labels as tags", "t.customer_id as customerId", "c.name as customerName"] as const),
  ...(["c.email as customerEmail", "t.assigned_to as assignedTo", "t.team_id as teamId"] as const),
  ...([
    "t.created_at as createdAt",
    "t.updated_at as updatedAt",
    "t.due_date as dueDate",
    "t.message_count as messageCount",
  ] as const),
  ...(["t.attachment_count as attachmentCount", "t.is_unverified as isUnverified"] as const),
  ...(["t.waiting_since as waitingSince", "t.newest_words as newestWords", "t.snoozed_until as snoozedUntil"] as const),
] as const;
const isWoken = sql<boolean>`t.woken_at is not null`;
const isNewReply = sql<boolean>`(t.waiting_since is not null and t.newest_words is not null and not t.is_archived
  and coalesce(r.read_until < t.customer_wrote_at, true))`;

/** Builds the contract's `writtenFrom` from a message row `m` or a ticket row `t`. */
export function writtenFromJson(row: "m" | "t") {
  const [email, isStores] = [sql.ref(`${row}.written_from`), sql.ref(`${row}.is_written_by_store`)];
  return sql<WrittenFrom | null>`case when ${email} is not null then json_build_object('email', ${email}, 'isStores', ${isStores}) end`;
}
const writtenFrom = writtenFromJson("t");
/**
 * The clock of a ticket `t` that ends next; a paused one comes last. As text, since JSON and its times took a fifth of the list's
 * statement; `toDue` reads it.
 */
const due = sql<string | null>`(select concat(k.clock, '|', k.due_at, '|', k.risk_at, '|', k.left_ms, '|', k.policy_id)
  from ticket_clocks k where k.client_id = t.client_id and k.ticket_id = t.id order by k.due_at, k.clock limit 1)`;

/** The columns of a ticket's card, from a ticket `t`, its customer `c`, and `r`, what the reader has read of it (ticket_reads). */
export const cardColumns = [
  ...plainColumns,
  isWoken.as("isWoken"),
  isNewReply.as("isNewReply"),
  writtenFrom.as("writtenFrom"),
  due.as("due"),
] as const;

/** The same columns as SQL text, for statements from files. */
export const cardText = [
  ...plainColumns.map((column) => column.replace(/(?<= as )\w+/, '"$&"')),
  `${isWoken.compile(compose).sql} as "isWoken"`,
  `${isNewReply.compile(compose).sql} as "isNewReply"`,
  `${writtenFrom.compile(compose).sql} as "writtenFrom"`,
  `${due.compile(compose).sql} as "due"`,
].join(", ");

/** A row of `cardColumns`. */
export type CardRow = Omit<TicketCard, "customer" | "snoozedUntil" | "due"> & {
  snoozedUntil: string | null;
  due: string | null;
  customerName: string | null;
  customerEmail: string | null;
};

/** Turns a row of `cardColumns` into the contract's card; further columns are kept. */
export function toTicketCard<Row extends CardRow>({
  customerName: name,
  customerEmail: email,
  snoozedUntil,
  due,
  ...row
}: Row) {
  return {
    ...row,
    due: toDue(due),
    snoozedUntil: snoozedUntil === "infinity" ? ("answer" as const) : snoozedUntil,
    customer: row.customerId === null ? null : { id: row.customerId, name, email },
  };
}

/** Reads a card's `due` column. */
export function toDue(due: string | null): Due | null {
  if (due === null) return null;
  const [clock, dueAt, riskAt, leftMs, policyId] = due.split("|") as [ClockName, string, string, string, string];
  return {
    clock,
    dueAt: isoOrNull(dueAt),
    riskAt: isoOrNull(riskAt),
    leftMs: leftMs === "" ? null : Number(leftMs),
    policyId,
  };
}
const isoOrNull = (time: string) => (time === "" ? null : toIsoTime(time));

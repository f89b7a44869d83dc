import { sql } from "kysely";
import { compose } from "../../../platform/db/compose.ts";

const named = [
  ...(["t.id", "t.ticket_number as ticketNumber", "t.subject", "t.preview", "t.status", "t.priority"] as const),
  ...(["t.category", "t.labels as tags", "t.customer_id as customerId", "c.name as customerName"] as const),
  ...(["c.email as customerEmail", "t.assigned_to as assignedTo", "t.created_at as createdAt"] as const),
  ...(["t.updated_at as updatedAt", "t.due_date as dueDate", "t.message_count as messageCount"] as const),
  ...(["t.attachment_count as attachmentCount", "t.is_unverified as isUnverified"] as const),
  ...(["t.waiting_since as waitingSince", "t.newest_words as newestWords", "t.snoozed_until as snoozedUntil"] as const),
] as const;
const isWoken = sql<boolean>`t.woken_at is not null`;
const isNewReply = sql<boolean>`(t.waiting_since is not null and t.newest_words is not null and not t.is_archived
  and coalesce(r.read_until < t.customer_wrote_at, true))`;

/**
 * What a ticket's card shows, of a ticket `t`, its customer `c` and what its reader has seen of it, `r` (ticket_reads): the
 * columns of every query that reads cards.
 */
export const cardColumns = [...named, isWoken.as("isWoken"), isNewReply.as("isNewReply")] as const;

/** The same as a statement's text has them. */
export const cardText = [
  ...named.map((column) => column.replace(/(?<= as )\w+/, '"$&"')),
  `${isWoken.compile(compose).sql} as "isWoken"`,
  `${isNewReply.compile(compose).sql} as "isNewReply"`,
].join(", ");

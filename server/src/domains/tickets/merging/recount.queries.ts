import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";
import { writtenFromColumns } from "../rows/message-row.ts";
import { newestWords } from "../rows/preview-text.ts";

const added = addedAt("m");
const isMail = sql`m.message_type = 'email'`;
const isAsked = sql`(${isMail} and m.is_from_customer and not m.is_automatic)`;
const isAnswer = sql`(${isMail} and not m.is_from_customer and not m.is_automatic and not m.is_unverified and m.audience = 'customer')`;

/**
 * Recomputes the figures of a ticket whose messages changed: messages, notes and files, first response, the customer's newest words, and
 * since when they wait for an answer (docs/product.md#who-has-the-last-word). The caller has locked the ticket.
 */
export async function recountTicket(tx: TenantTx, id: string): Promise<void> {
  const counts = await tx
    .selectFrom("ticket_messages as m")
    .select((eb) => [
      sql<number>`count(*) filter (where ${isMail})`.as("messages"),
      sql<number>`count(*) filter (where not ${isMail})`.as("notes"),
      sql<string | null>`min(${added}) filter (where ${isMail})`.as("beganAt"),
      sql<string | null>`min(m.created_at) filter (where ${isAsked})`.as("askedAt"),
      sql<string | null>`min(${added}) filter (where ${isAsked})`.as("firstAt"),
      sql<string | null>`max(${added}) filter (where ${isAsked})`.as("wroteAt"),
      eb
        .selectFrom("ticket_attachments as a")
        .select((count) => count.fn.countAll<number>().as("count"))
        .where("a.ticket_id", "=", id)
        .as("files"),
    ])
    .where("m.ticket_id", "=", id)
    .executeTakeFirstOrThrow();
  const { askedAt, firstAt, beganAt, wroteAt } = counts;
  const words = wroteAt !== null && wroteAt !== beganAt ? await newestWordsOf(tx, id) : null;
  const answered = sql<string | null>`(select min(m.created_at) from ticket_messages m
    where m.ticket_id = ${id} and ${isAnswer} and m.created_at >= ${askedAt}::timestamptz and ${added} >= ${firstAt}::timestamptz)`;
  await tx
    .updateTable("support_tickets")
    .set({
      message_count: counts.messages,
      note_count: counts.notes,
      attachment_count: counts.files ?? 0,
      first_response_at: answered,
      response_ms: sql<number | null>`extract(epoch from ${answered} - ${askedAt}::timestamptz) * 1000`,
      customer_wrote_at: wroteAt,
      newest_words: words,
      waiting_since: sql<string | null>`waiting_since(${id}::uuid)`,
      ...(await writtenFromOf(tx, id)),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the address that the ticket's opening mail was written from, if answers go elsewhere; opening mails of merged tickets count
 * too.
 */
async function writtenFromOf(tx: TenantTx, id: string) {
  const opening = sql<boolean>`not exists (select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
    and e.merged_from_id is not distinct from m.merged_from_id and (${addedAt("e")}, e.id) < (${added}, m.id))`;
  const row = await tx
    .selectFrom("ticket_messages as m")
    .select(["m.written_from", "m.is_written_by_store"])
    .where("m.ticket_id", "=", id)
    .where("m.written_from", "is not", null)
    .where(sql<boolean>`${isAsked}`)
    .where(opening)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(1)
    .executeTakeFirst();
  return row ?? writtenFromColumns(null);
}

async function newestWordsOf(tx: TenantTx, id: string): Promise<string> {
  const { content, author } = await tx
    .selectFrom("ticket_messages as m")
    .select(["m.content", sql<string | null>`case when m.audience = 'side' then m.author_name end`.as("author")])
    .where("m.ticket_id", "=", id)
    .where(sql<boolean>`${isAsked}`)
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return newestWords(content, author);
}

import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { newestWords } from "../rows/preview-text.ts";

const isMail = sql`m.message_type = 'email'`;
const isAsked = sql`(${isMail} and m.is_from_customer and not m.is_automatic)`;
const isAnswer = sql`(${isMail} and not m.is_from_customer and not m.is_automatic)`;

/**
 * Counts anew what is on a ticket whose messages changed, which the caller has locked: messages, notes and files, its first
 * answer, what its customer wrote last and since when they wait for an answer (docs/product.md#who-has-the-last-word).
 */
export async function recountTicket(tx: TenantTx, id: string): Promise<void> {
  const said = await tx
    .selectFrom("ticket_messages as m")
    .select((eb) => [
      sql<number>`count(*) filter (where ${isMail})`.as("messages"),
      sql<number>`count(*) filter (where not ${isMail})`.as("notes"),
      sql<string | null>`min(m.created_at) filter (where ${isMail})`.as("beganAt"),
      sql<string | null>`min(m.created_at) filter (where ${isAsked})`.as("askedAt"),
      sql<string | null>`max(m.created_at) filter (where ${isAsked})`.as("wroteAt"),
      eb
        .selectFrom("ticket_attachments as a")
        .select((count) => count.fn.countAll<number>().as("count"))
        .where("a.ticket_id", "=", id)
        .as("files"),
    ])
    .where("m.ticket_id", "=", id)
    .executeTakeFirstOrThrow();
  const { askedAt, beganAt, wroteAt } = said;
  const words = wroteAt !== null && wroteAt !== beganAt ? await newestWordsOf(tx, id) : null;
  const answered = sql<string | null>`(select min(m.created_at) from ticket_messages m
    where m.ticket_id = ${id} and ${isAnswer} and m.created_at >= ${askedAt}::timestamptz)`;
  await tx
    .updateTable("support_tickets")
    .set({
      message_count: said.messages,
      note_count: said.notes,
      attachment_count: said.files ?? 0,
      first_response_at: answered,
      response_ms: sql<number | null>`extract(epoch from ${answered} - ${askedAt}::timestamptz) * 1000`,
      customer_wrote_at: wroteAt,
      newest_words: words,
      waiting_since: sql<string | null>`waiting_since(${id}::uuid)`,
    })
    .where("id", "=", id)
    .execute();
}

async function newestWordsOf(tx: TenantTx, id: string): Promise<string> {
  const { content } = await tx
    .selectFrom("ticket_messages as m")
    .select("m.content")
    .where("m.ticket_id", "=", id)
    .where(sql<boolean>`${isAsked}`)
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return newestWords(content);
}

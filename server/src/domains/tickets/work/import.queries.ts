import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { newestWords } from "../rows/preview-text.ts";

/** Recomputes tickets' counts, first responses and last words. */
export async function recount(tx: TenantTx, ticketIds: string[]): Promise<void> {
  await countMessages(tx, ticketIds);
  const newest = await selectNewestWords(tx, ticketIds);
  if (newest.length === 0) return;
  const words = newest.map(({ ticketId, content }) => ({ ticket_id: ticketId, words: newestWords(content) }));
  await tx
    .updateTable("support_tickets as t")
    .from(givenRows({ ticket_id: "uuid", words: "text" }, words))
    .set({ newest_words: sql<string>`given.words` })
    .where(sql<boolean>`t.id = given.ticket_id`)
    .execute();
}

/** Selects the customers' last messages, except those that opened their ticket. */
async function selectNewestWords(tx: TenantTx, ticketIds: string[]): Promise<{ ticketId: string; content: string }[]> {
  const newest = tx
    .selectFrom("ticket_messages as m")
    .distinctOn("m.ticket_id")
    .select(["m.ticket_id as ticketId", "m.id"])
    .select(sql<string>`left(m.content, ${previewedLength}::int)`.as("content"))
    .where("m.ticket_id", "in", ticketIds)
    .where(isAsking)
    .orderBy("m.ticket_id")
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc");
  return tx
    .selectFrom(newest.as("n"))
    .select(["n.ticketId", "n.content"])
    .where(sql<boolean>`n.id <> (select e.id from ticket_messages e where e.ticket_id = n."ticketId" and e.message_type = 'email'
      order by e.created_at, e.id limit 1)`)
    .execute();
}

async function countMessages(tx: TenantTx, ticketIds: string[]): Promise<void> {
  await tx
    .with("asked", (cte) =>
      cte
        .selectFrom("ticket_messages")
        .select("ticket_id")
        .select((eb) => [
          eb.fn.min<string | null>("created_at").filterWhere(isAsking).as("at"),
          eb.fn.max<string | null>("created_at").filterWhere(isAsking).as("last_at"),
        ])
        .where("ticket_id", "in", ticketIds)
        .groupBy("ticket_id"),
    )
    .with("counted", (cte) =>
      cte
        .selectFrom("ticket_messages as m")
        .innerJoin("asked", "asked.ticket_id", "m.ticket_id")
        .select(["m.ticket_id", "asked.at as asked_at", "asked.last_at"])
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "email").as("messages"),
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "internal").as("notes"),
          eb.fn
            .min<string | null>("m.created_at")
            .filterWhere(sql<boolean>`m.message_type = 'email' and not m.is_from_customer and not m.is_automatic and m.audience = 'customer'
              and m.created_at >= asked.at`)
            .as("answered_at"),
        ])
        .groupBy(["m.ticket_id", "asked.at", "asked.last_at"]),
    )
    .updateTable("support_tickets as t")
    .from("counted as c")
    .set((eb) => ({
      message_count: eb.ref("c.messages"),
      note_count: eb.ref("c.notes"),
      attachment_count: eb
        .selectFrom("ticket_attachments as a")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("a.ticket_id", "=", "t.id"),
      first_response_at: eb.ref("c.answered_at"),
      waiting_since: sql<string | null>`waiting_since(t.id)`,
      customer_wrote_at: eb.ref("c.last_at"),
      newest_words: null,
      response_ms: sql<number | null>`extract(epoch from c.answered_at - c.asked_at) * 1000`,
    }))
    .whereRef("t.id", "=", "c.ticket_id")
    .execute();
}

/** The part of a message that its preview is made of. */
const previewedLength = 20_000;
const isAsking = sql<boolean>`message_type = 'email' and is_from_customer and not is_automatic`;

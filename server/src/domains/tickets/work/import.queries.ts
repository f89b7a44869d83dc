import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Counts what is on tickets, and keeps when their customers were first answered. */
export async function recount(tx: TenantTx, ticketIds: string[]): Promise<void> {
  await tx
    .with("asked", (cte) =>
      cte
        .selectFrom("ticket_messages")
        .select("ticket_id")
        .select((eb) => eb.fn.min<string | null>("created_at").filterWhere(isAsking).as("at"))
        .where("ticket_id", "in", ticketIds)
        .groupBy("ticket_id"),
    )
    .with("counted", (cte) =>
      cte
        .selectFrom("ticket_messages as m")
        .innerJoin("asked", "asked.ticket_id", "m.ticket_id")
        .select(["m.ticket_id", "asked.at as asked_at"])
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "email").as("messages"),
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "internal").as("notes"),
          eb.fn
            .min<string | null>("m.created_at")
            .filterWhere(sql<boolean>`m.message_type = 'email' and not m.is_from_customer and not m.is_automatic
              and m.created_at >= asked.at`)
            .as("answered_at"),
        ])
        .groupBy(["m.ticket_id", "asked.at"]),
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
      response_ms: sql<number | null>`extract(epoch from c.answered_at - c.asked_at) * 1000`,
    }))
    .whereRef("t.id", "=", "c.ticket_id")
    .execute();
}

const isAsking = sql<boolean>`message_type = 'email' and is_from_customer and not is_automatic`;

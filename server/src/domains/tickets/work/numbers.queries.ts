import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A row that was stored without its numbers. */
type Unread = { id: string; texts: string[] };
type Table = "support_tickets" | "ticket_messages";

/** The part of a text that is searched for numbers. */
const charactersRead = 10_000;

/** Locks the newest customers' messages without numbers; skips those locked by others, which a later run gets. */
export function lockUnreadMessages(tx: TenantTx, limit: number): Promise<Unread[]> {
  return tx
    .selectFrom("ticket_messages")
    .select(["id", sql<string[]>`array[left(content, ${sql.lit(charactersRead)})]`.as("texts")])
    .where("named_numbers", "is", null)
    .where(sql<boolean>`message_type = 'email' and is_from_customer and not is_automatic`)
    .orderBy("id", "desc")
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** Locks the newest tickets without numbers, as `lockUnreadMessages` does for messages. */
export function lockUnreadTickets(tx: TenantTx, limit: number): Promise<Unread[]> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", sql<string[]>`array[subject, description]`.as("texts")])
    .where("named_numbers", "is", null)
    .orderBy("id", "desc")
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** Saves the numbers of locked rows. */
export async function keepNumbers(
  tx: TenantTx,
  table: Table,
  rows: readonly { id: string; named_numbers: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .updateTable(table)
    .from(givenRows({ id: "uuid", named_numbers: "text" }, rows))
    .set({ named_numbers: sql<string>`given.named_numbers::jsonb` })
    .where(sql<boolean>`${sql.table(table)}.id = given.id`)
    .execute();
}

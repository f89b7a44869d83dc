import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Marks what a ticket's customer wrote so far as seen by somebody; returns whether any of it was not. */
export async function markSeen(tx: TenantTx, ticketId: string, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("ticket_reads")
    .columns(["user_id", "ticket_id", "read_until"])
    .expression((eb) =>
      eb
        .selectFrom("support_tickets")
        .select([sql<string>`${userId}::uuid`.as("user_id"), "id", sql<string>`customer_wrote_at`.as("read_until")])
        .where("id", "=", ticketId)
        .where("customer_wrote_at", "is not", null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "user_id", "ticket_id"])
        .doUpdateSet((eb) => ({ read_until: eb.ref("excluded.read_until") }))
        .whereRef("ticket_reads.read_until", "<", "excluded.read_until"),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

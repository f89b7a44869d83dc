import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A message as whoever missed it is told of it. */
export type Newer = { id: string; authorName: string; content: string };

/** What others wrote on a thread after a message: not the reader's own, no notes, nothing automatic. */
export function selectNewerByOthers(
  tx: TenantTx,
  ticketId: string,
  afterId: string | null,
  userId: string,
): Promise<Newer[]> {
  return newer(tx, ticketId, afterId).where(sql<boolean>`m.author_id is distinct from ${userId}`).execute();
}

/** What a ticket's customer wrote after a message, nothing automatic. */
export function selectNewerOfCustomer(tx: TenantTx, ticketId: string, afterId: string | null): Promise<Newer[]> {
  return newer(tx, ticketId, afterId).where("m.is_from_customer", "=", true).execute();
}

function newer(tx: TenantTx, ticketId: string, afterId: string | null) {
  return tx
    .selectFrom("ticket_messages as m")
    .select(["m.id", "m.author_name as authorName", "m.content"])
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where("m.is_automatic", "=", false)
    .$if(afterId !== null, (query) =>
      query.where(
        // A message that is not of this ticket shows that nothing was seen.
        sql<boolean>`coalesce((m.created_at, m.id) > (select created_at, id from ticket_messages where id = ${afterId} and ticket_id = ${ticketId}), true)`,
      ),
    )
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(20);
}

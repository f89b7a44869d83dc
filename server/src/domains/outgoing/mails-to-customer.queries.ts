import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * The Message-IDs of the mails that went to a customer, were about a request of theirs, or are on their tickets: to be asked before
 * they are erased.
 */
export async function selectMailsToCustomer(tx: TenantTx, customerId: string): Promise<string[]> {
  const theirAddress = sql<string>`any (addresses_of(${customerId}::uuid))`;
  const theirs = tx
    .selectFrom("ticket_messages as message")
    .innerJoin("support_tickets as ticket", "ticket.id", "message.ticket_id")
    .select("message.id")
    .where("ticket.customer_id", "=", customerId);
  const rows = await tx
    .selectFrom("outgoing_mails")
    .select("mail_message_id as id")
    .where((eb) =>
      eb.or([
        eb("to_email", "=", theirAddress),
        eb(sql<string>`details -> 'request' ->> 'customerEmail'`, "=", theirAddress),
        eb("message_id", "in", theirs),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { messages } from "./asked.queries.ts";

/**
 * Lists the Message-IDs of mails that went to a customer, concerned their data request, or are on their tickets. It has to run before
 * they are erased.
 */
export async function selectMailsToCustomer(tx: TenantTx, customerId: string): Promise<string[]> {
  const theirAddress = sql<string>`any (addresses_of(${customerId}::uuid))`;
  const rows = await tx
    .selectFrom("outgoing_mails")
    .select("mail_message_id as id")
    .where((eb) =>
      eb.or([
        eb("to_email", "=", theirAddress),
        eb(sql<string>`details -> 'request' ->> 'customerEmail'`, "=", theirAddress),
        sql<boolean>`message_id in ${messages.answer.ofCustomer(customerId)}`,
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

const reason = "This customer was erased";

/**
 * Removes a customer from mails that they got on other customers' tickets, and deletes mails to the store's people about their request
 * (docs/product.md#erasing-a-customer). Mails of their own tickets go with these. If one is being sent, this fails and is retried.
 */
export async function eraseRecipient(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  const theirAddress = sql<string>`any (addresses_of(${customerId}::uuid))`;
  const theirMails = tx
    .selectFrom("outgoing_mails as mail")
    .select("mail.id")
    .where("mail.to_email", "=", theirAddress)
    .where("mail.message_id", "is not", null)
    .where(sql<boolean>`mail.message_id not in ${messages.answer.ofCustomer(customerId)}`)
    .orderBy("mail.id")
    .forUpdate("mail")
    .noWait();
  await tx
    .updateTable("outgoing_mails")
    .set({
      to_email: "",
      details: sql<string>`details || '{"customerName": null}'`,
      state: sql<"sent" | "failed">`case when state = 'sent' then 'sent' else 'failed' end`,
      last_error: sql<string | null>`case when state = 'sent' then null else ${reason} end`,
    })
    .where("id", "in", theirMails)
    .execute();
  await tx
    .deleteFrom("outgoing_mails")
    .where("kind", "=", "data_request")
    .where(sql<string>`details -> 'request' ->> 'customerEmail'`, "=", theirAddress)
    .execute();
}

/**
 * Removes an erased message's Message-ID from the mails that answered it: those of its ticket and of the customer's other tickets, as
 * messages move between these.
 */
export async function eraseAnswered(
  tx: TenantTx,
  { ticketId, messageId }: { ticketId: string; messageId: string },
): Promise<void> {
  const erased = messages.answer.nameOf(messageId);
  await tx
    .updateTable("outgoing_mails")
    .set({
      details: sql<string>`details || jsonb_build_object(
        'inReplyTo', nullif(details ->> 'inReplyTo', ${erased}), 'references', (details -> 'references') - ${erased})`,
    })
    .where(sql<boolean>`message_id in ${messages.answer.ofSameCustomer(ticketId)}`)
    .where(sql<boolean>`details -> 'references' ? ${erased}`)
    .execute();
}

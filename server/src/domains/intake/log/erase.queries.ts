import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { findAddresses } from "../../customers/index.ts";
import { dropRaw } from "../capacity/raw.queries.ts";

/**
 * Erases the mails of a ticket whose customer is erased. If the ticket is only deleted, their log entries stay without content:
 * that a mail came, whose it was, what became of it, and what recognizes a copy of it.
 */
export async function eraseMailsOfTicket(
  tx: TenantTx,
  { ticketId, actorId }: { ticketId: string; actorId: string | null },
): Promise<void> {
  if (actorId === null) return eraseMails(tx, sql<SqlBool>`ticket_id = ${ticketId}`);
  const mails = await selectMailsOf(tx, ticketId);
  await dropRaw(tx, mails, { why: "deleted" });
  await tx
    .updateTable("mail_log")
    .set({ subject: null, mail_message_id: null, thread_index: null, thread_topic: null })
    .set({ reason: "Its ticket was deleted.", raw_removed: "deleted", likeness: null })
    .where("id", "=", sql<string>`any(${mails}::uuid[])`)
    .execute();
}

// Includes copies, as a message that was moved took its own mail along but not the copies.
async function selectMailsOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("mail_log")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .union((eb) =>
      eb
        .selectFrom("mail_log as copy")
        .innerJoin("mail_log as original", "original.id", "copy.duplicate_of")
        .select("copy.id")
        .where("original.ticket_id", "=", ticketId),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Erases a customer's mails, also those that still wait, the reports that name them, and the mails that they named
 * (docs/product.md#erasing-a-customer).
 */
export async function eraseMailsOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  for (const email of await findAddresses(tx, customerId)) {
    await eraseMails(
      tx,
      sql<SqlBool>`(from_email = ${email} or lower(envelope_from) = ${email} or position(${email} in lower(reason)) > 0)`,
    );
    await tx.deleteFrom("named_mails").where(sql`lower(author_email)`, "=", email).execute();
  }
}

// Includes every copy, because a copy refers to its original.
async function eraseMails(tx: TenantTx, which: Expression<SqlBool>): Promise<void> {
  const rows = await tx
    .withRecursive("doomed", (cte) =>
      cte
        .selectFrom("mail_log")
        .select("id")
        .where(which)
        .union(
          cte.selectFrom("mail_log as copy").innerJoin("doomed", "doomed.id", "copy.duplicate_of").select("copy.id"),
        ),
    )
    .deleteFrom("mail_log")
    .where("id", "in", (eb) => eb.selectFrom("doomed").select("doomed.id"))
    .returning("raw_mail_id")
    .execute();
  const rawMails = rows.flatMap((row) => row.raw_mail_id ?? []);
  if (rawMails.length === 0) return;
  await tx.selectNoFrom(sql`delete_unused_raw_mails(${rawMails}::uuid[])`.as("deleted")).execute();
}

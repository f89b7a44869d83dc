import type { EventPayloads } from "@deskhand/contract/events";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectBranch } from "../../tickets/index.ts";

/** Moves the mails of a merged ticket to the one that it was merged into. */
export async function moveMails(tx: TenantTx, { ticketId, into }: EventPayloads["ticket.merged"]): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({ ticket_id: into, merged_from_id: sql<string>`coalesce(merged_from_id, ${ticketId}::uuid)` })
    .where("ticket_id", "=", ticketId)
    .execute();
}

/** Moves mails back to a ticket that is unmerged, including mails of tickets that were merged into it. */
export async function takeMailsBack(tx: TenantTx, { ticketId, from }: EventPayloads["ticket.unmerged"]): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({ ticket_id: ticketId, merged_from_id: sql<string | null>`nullif(merged_from_id, ${ticketId}::uuid)` })
    .where("ticket_id", "=", from)
    .where("merged_from_id", "=", sql<string>`any(${await selectBranch(tx, ticketId)}::uuid[])`)
    .execute();
}

/** Moves a message's mail to the ticket that the message got of its own. */
export async function moveMailOf(tx: TenantTx, { messageId, to }: EventPayloads["message.moved"]): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({ ticket_id: to, merged_from_id: null })
    .where("message_id", "=", messageId)
    .execute();
}

/** Before a merged ticket is deleted, moves the Message-IDs that its mails named to the ticket where its conversation continues. */
export async function passOnNamedMails(tx: TenantTx, { ticketId }: { ticketId: string }): Promise<void> {
  await tx
    .insertInto("named_mails")
    .columns(["mail_message_id", "author_email", "ticket_id"])
    .expression((eb) =>
      eb
        .selectFrom("named_mails as n")
        .innerJoin("support_tickets as t", "t.id", "n.ticket_id")
        .select(["n.mail_message_id", "n.author_email", sql<string>`ticket_root(t.id)`.as("ticket_id")])
        .where("n.ticket_id", "=", ticketId)
        .where("t.merged_into_id", "is not", null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

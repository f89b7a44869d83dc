import type { Overtaken } from "@deskhand/contract/desk/overtaken";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import { builtOnce } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type Failure, fail } from "../../../platform/fail.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";

/** A message that a screen did not show yet. */
type NewerMessage = { id: string; authorName: string; content: string };

type NewerThan = { ticketId: string; afterId?: string; exceptUserId?: string };

const newerQuery = builtOnce((db, { ticketId, ...more }: NewerThan) =>
  db
    .selectFrom("ticket_messages as m")
    .select(["m.id", "m.author_name as authorName", "m.content"])
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where("m.is_automatic", "=", false)
    .$if("afterId" in more, (query) =>
      query.where(
        // An id from another ticket proves nothing: all messages count as new.
        sql<boolean>`coalesce((${addedAt("m")}, m.id) > (select ${addedAt("seen")}, seen.id from ticket_messages seen
          where seen.id = ${more.afterId} and seen.ticket_id = ${ticketId}), true)`,
      ),
    )
    .$if("exceptUserId" in more, (query) =>
      query.where(sql<boolean>`m.author_id is distinct from ${more.exceptUserId}`),
    )
    .$if(!("exceptUserId" in more), (query) => query.where("m.is_from_customer", "=", true))
    .orderBy(addedAt("m"))
    .orderBy("m.id")
    .limit(20),
);

const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Selects messages by others that were added after a message, wherever they stand in the thread: not the reader's own, no notes, nothing
 * automatic.
 */
export async function selectNewerByOthers(
  tx: TenantTx,
  ticketId: string,
  afterId: string | null,
  exceptUserId: string | null,
): Promise<NewerMessage[]> {
  // Nobody's messages are a program's own: it says which one it read last.
  const except = exceptUserId ?? nobody;
  return (await tx.executeQuery(newerQuery({ ticketId, exceptUserId: except, ...(afterId !== null && { afterId }) })))
    .rows;
}

/** Selects the customer's messages that were added after a message, nothing automatic. */
export async function selectNewerOfCustomer(
  tx: TenantTx,
  ticketId: string,
  afterId: string | null,
): Promise<NewerMessage[]> {
  return (await tx.executeQuery(newerQuery({ ticketId, ...(afterId !== null && { afterId }) }))).rows;
}

/** What came after a message of the store in its conversation; null if that is nothing, and the message is of the last day. */
export async function selectOvertaken(tx: TenantTx, messageId: string): Promise<Overtaken | null> {
  const since = sql`from ticket_messages m where m.client_id = sent.client_id and m.ticket_id = sent.ticket_id
    and m.message_type = 'email' and not m.is_automatic and m.audience = sent.audience
    and (${addedAt("m")}, m.id) > (${addedAt("sent")}, sent.id)`;
  const found = await tx
    .selectFrom("ticket_messages as sent")
    .select("sent.created_at as writtenAt")
    .select([
      sql<boolean>`sent.created_at < now() - make_interval(hours => ${limits.mailOldAfterHours}::int)`.as("isOld"),
      sql<boolean>`exists (select ${since} and m.is_from_customer)`.as("hasNewMail"),
      sql<string | null>`(select m.author_name ${since} and not m.is_from_customer
        and m.author_id is distinct from sent.author_id order by ${addedAt("m")} desc, m.id desc limit 1)`.as(
        "answeredBy",
      ),
    ])
    .where("sent.id", "=", messageId)
    .executeTakeFirst();
  return found && (found.isOld || found.hasNewMail || found.answeredBy !== null) ? found : null;
}

/** Returns the failure for a conversation that moved on, with the beginnings of the new messages. */
export function conversationMovedOn(messages: readonly NewerMessage[]): Failure {
  const newMessages = messages.map((message) => ({ ...message, content: message.content.slice(0, 500) }));
  return fail("conversation_moved_on", { newMessages });
}

/** Marks all of the customer's messages as read by a person; returns whether any was unread. */
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

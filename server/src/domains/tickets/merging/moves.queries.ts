import type { ChannelName, MessageAudience } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { writtenSubject } from "../detail/received-mails.queries.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";

/** A message that somebody wants to move to another ticket. */
export type Movable = {
  id: string;
  channel: ChannelName;
  content: string;
  isFromCustomer: boolean;
  isAutomatic: boolean;
  isUnverified: boolean;
  mergedFromId: string | null;
  /** Whether it opened its ticket, or a ticket that was merged into this one. */
  isOpening: boolean;
  /** The subject that its writer gave it; null if it was no mail, or if a colleague forwarded it and it is unknown. */
  mailSubject: string | null;
  /** Whether a colleague forwarded it, whose own words may stand above. */
  isForwarded: boolean;
  audience: MessageAudience;
  authorName: string;
  /** Null if its author has no address. */
  authorEmail: string | null;
};

/** Selects a ticket's message; a note is not found. */
export function selectMovable(tx: TenantTx, ticketId: string, id: string): Promise<Movable | undefined> {
  return tx
    .selectFrom("ticket_messages as m")
    .select(["m.id", "m.content", "m.is_from_customer as isFromCustomer", "m.is_automatic as isAutomatic"])
    .select(["m.is_unverified as isUnverified", "m.merged_from_id as mergedFromId", "m.audience"])
    .select(["m.author_name as authorName", "m.author_email as authorEmail"])
    .select([
      sql<ChannelName>`m.channel`.as("channel"),
      sql<boolean>`not exists (select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
        and e.merged_from_id is not distinct from m.merged_from_id and (${addedAt("e")}, e.id) < (${addedAt("m")}, m.id))`.as(
        "isOpening",
      ),
      writtenSubject("m").as("mailSubject"),
      sql<boolean>`m.passed_on is not distinct from 'forward'`.as("isForwarded"),
    ])
    .where("m.id", "=", id)
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .executeTakeFirst();
}

type Move = { key: string; messageId: string; from: string; mergedFromId: string | null; to: string };

/** Finds what an earlier request with this key moved, and where to. */
export function selectMoveByKey(tx: TenantTx, key: string): Promise<{ messageId: string; to: string } | undefined> {
  return tx
    .selectFrom("message_moves")
    .select(["message_id as messageId", "to_ticket_id as to"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Records that a message was moved, so that answers to it follow. */
export async function insertMove(tx: TenantTx, { key, messageId, from, mergedFromId, to }: Move): Promise<void> {
  await tx
    .insertInto("message_moves")
    .values({
      idempotency_key: key,
      message_id: messageId,
      from_ticket_id: from,
      merged_from_id: mergedFromId,
      to_ticket_id: to,
    })
    .execute();
}

import type { Message, Note } from "@deskhand/contract/messages";
import type { DeliveryState, ThreadingReason } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { messageJson, noteJson } from "../detail/detail.queries.ts";
import type { ImportedMessage } from "./import-messages.ts";

export type NewMessage = {
  id: string;
  ticketId: string;
  type: "email" | "internal";
  content: string;
  fullContent: string | null;
  html: string | null;
  isFromCustomer: boolean;
  isAutomatic: boolean;
  authorId: string | null;
  authorName: string;
  /** The address a customer's mail came from. */
  authorEmail?: string | null | undefined;
  mailMessageId: string | null;
  threadingReason: ThreadingReason | null;
  deliveryState: DeliveryState | null;
  idempotencyKey: string | null;
  createdAt?: string;
};

/** Writes a message's or note's row. Its time is the clock's, not the transaction's, so that a thread reads in the order it was locked in. */
export async function insertMessage(tx: TenantTx, message: NewMessage): Promise<void> {
  await tx
    .insertInto("ticket_messages")
    .values({
      ...rowOf(message),
      idempotency_key: message.idempotencyKey,
      created_at: message.createdAt ?? sql`clock_timestamp()`,
    })
    .execute();
}

type StaffMessage = Pick<NewMessage, "id" | "ticketId" | "type" | "content" | "deliveryState" | "idempotencyKey"> & {
  authorId: string;
  authorName: string;
};

/** Writes what a colleague wrote here, a message or a note, rather than what came by mail. */
export async function insertStaffMessage(tx: TenantTx, message: StaffMessage): Promise<void> {
  const nothing = { fullContent: null, html: null, mailMessageId: null, threadingReason: null };
  await insertMessage(tx, { ...message, ...nothing, isFromCustomer: false, isAutomatic: false });
}

/** Writes messages and notes as they are. */
export async function insertMessages(tx: TenantTx, messages: ImportedMessage[]): Promise<void> {
  await tx
    .insertInto("ticket_messages")
    .values(
      messages.map((message) => ({
        ...rowOf(message),
        delivery_error: message.deliveryError,
        created_at: message.createdAt,
      })),
    )
    .execute();
}

function rowOf(message: Omit<NewMessage, "idempotencyKey" | "createdAt">) {
  return {
    id: message.id,
    ticket_id: message.ticketId,
    message_type: message.type,
    content: message.content,
    full_content: message.fullContent,
    html: message.html,
    is_from_customer: message.isFromCustomer,
    is_automatic: message.isAutomatic,
    author_id: message.authorId,
    author_name: message.authorName,
    author_email: message.authorEmail ?? null,
    mail_message_id: message.mailMessageId,
    threading_reason: message.threadingReason,
    delivery_state: message.deliveryState,
  };
}

/** Lets one request with this key at a time through, until the transaction ends. */
export async function lockIdempotencyKey(tx: TenantTx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId}:${key}`}, 0))`.execute(tx);
}

/** What a request wrote: the first message of a ticket it opened, a reply or a note. */
export type Written = { id: string; ticketId: string; kind: "opening" | "reply" | "note" };

/** What a request with this key wrote, if anything. */
export async function selectByIdempotencyKey(tx: TenantTx, key: string): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    select m.id, m.ticket_id as "ticketId", case
        when m.message_type = 'internal' then 'note'
        when t.source = 'agent' and not exists (
          select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
            and (e.created_at, e.id) < (m.created_at, m.id)) then 'opening'
        else 'reply'
      end as kind
    from ticket_messages m join support_tickets t on t.client_id = m.client_id and t.id = m.ticket_id
    where m.idempotency_key = ${key}`.execute(tx);
  return rows[0];
}

/** A message as the contract has it. */
export async function selectMessage(tx: TenantTx, ticketId: string, id: string): Promise<Message | undefined> {
  const { rows } = await sql<{ message: Message }>`select ${messageJson} as message from ticket_messages m
    where m.id = ${id} and m.ticket_id = ${ticketId} and m.message_type = 'email'`.execute(tx);
  return rows[0]?.message;
}

/** A note as the contract has it. */
export async function selectNote(tx: TenantTx, ticketId: string, id: string): Promise<Note | undefined> {
  const { rows } = await sql<{ note: Note }>`select ${noteJson} as note from ticket_messages m
    where m.id = ${id} and m.ticket_id = ${ticketId} and m.message_type = 'internal'`.execute(tx);
  return rows[0]?.note;
}

/** Which page of a ticket's messages or notes: from before one of them, or from the end. */
export type PageBefore = { ticketId: string; before?: string | undefined; limit: number };

/** One page of a thread, newest first. */
export function selectThreadPage(tx: TenantTx, page: PageBefore): Promise<Message[]> {
  return selectPage<Message>(tx, page, "email", messageJson);
}

/** One page of a ticket's notes, newest first. */
export function selectNotePage(tx: TenantTx, page: PageBefore): Promise<Note[]> {
  return selectPage<Note>(tx, page, "internal", noteJson);
}

async function selectPage<Item>(
  tx: TenantTx,
  { ticketId, before, limit }: PageBefore,
  type: NewMessage["type"],
  json: RawBuilder<unknown>,
): Promise<Item[]> {
  const place = before
    ? sql`and (m.created_at, m.id) < (select created_at, id from ticket_messages where id = ${before} and ticket_id = ${ticketId})`
    : sql``;
  const { rows } = await sql<{ item: Item }>`select ${json} as item from ticket_messages m
    where m.ticket_id = ${ticketId} and m.message_type = ${type} ${place}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => row.item);
}

/** What others wrote on a thread after a message: not the reader's own, no notes, nothing automatic. */
export async function selectNewerByOthers(tx: TenantTx, ticketId: string, afterId: string | null, userId: string) {
  let query = tx
    .selectFrom("ticket_messages as m")
    .select(["m.id", "m.author_name", "m.content"])
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where("m.is_automatic", "=", false)
    .where(sql<boolean>`m.author_id is distinct from ${userId}`)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(20);
  if (afterId) {
    query = query.where(
      // A message that is not of this ticket shows that nothing was seen.
      sql<boolean>`coalesce((m.created_at, m.id) > (select created_at, id from ticket_messages where id = ${afterId} and ticket_id = ${ticketId}), true)`,
    );
  }
  return query.execute();
}

/** A message's whole text. */
export async function selectOriginal(tx: TenantTx, ticketId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("ticket_messages")
    .select(["content", "full_content"])
    .where("id", "=", id)
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .executeTakeFirst();
  return row && (row.full_content ?? row.content);
}

/** How far a message is on its way; whoever changes that at the same time is waited for, and waits from now on. */
export async function lockDeliveryState(tx: TenantTx, id: string): Promise<DeliveryState | null> {
  const row = await tx
    .selectFrom("ticket_messages")
    .select("delivery_state")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row?.delivery_state ?? null;
}

/** Saves a delivery state of an agent's message; gives back its ticket. */
export async function updateDelivery(
  tx: TenantTx,
  id: string,
  state: DeliveryState,
  error: string | null,
): Promise<string | undefined> {
  const row = await tx
    .updateTable("ticket_messages")
    .set({ delivery_state: state, delivery_error: error })
    .where("id", "=", id)
    .where("is_from_customer", "=", false)
    .where("message_type", "=", "email")
    .returning("ticket_id")
    .executeTakeFirst();
  return row?.ticket_id;
}

/** Saves the Message-ID a message goes out under. */
export async function updateMailMessageId(tx: TenantTx, id: string, mailMessageId: string): Promise<void> {
  await tx.updateTable("ticket_messages").set({ mail_message_id: mailMessageId }).where("id", "=", id).execute();
}

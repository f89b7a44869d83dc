import type { EventPayloads } from "@deskhand/contract/events";
import type { Message, Note } from "@deskhand/contract/messages";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { jsonBuildObject, jsonObjectFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Reply } from "../../outgoing/index.ts";
import { messageJson, noteJson } from "../detail/ticket-detail.queries.ts";
import { messageRow, type NewMessage } from "./message-row.ts";
import { newestWords } from "./preview-text.ts";
import { takenUp } from "./taken-up.ts";
import type { LockedTicket } from "./tickets.queries.ts";
import type { PageBefore } from "./trail.queries.ts";

/** A message as `message.created` has it, and when it was written. */
export type WrittenMessage = Omit<EventPayloads["message.created"], "beginsTicket">;

/** What a message changes of its ticket besides being counted: `isTouched` sets updated_at to now (docs/product.md#last-updated). */
export type TicketChange = { isTouched: boolean; status?: TicketStatus; assignedTo?: string; fileCount?: number };

/**
 * Writes a message or note and, in the same statement, counts it on its ticket, which the caller has locked, and changes
 * that as given; returns the event's payload and the message's time.
 */
export async function addMessage(
  tx: TenantTx,
  ticket: Pick<LockedTicket, "id" | "isAnswered" | "isArchived">,
  message: Omit<NewMessage, "ticketId">,
  { isTouched, status, assignedTo, fileCount = 0 }: TicketChange,
): Promise<WrittenMessage & { createdAt: string }> {
  const all = { ...message, ticketId: ticket.id };
  const isNote = message.type === "internal";
  const isAnswer = !ticket.isAnswered && !isNote && !message.isFromCustomer && !message.isAutomatic;
  const { createdAt, authorName } = await tx
    .with("written", (cte) =>
      cte.insertInto("ticket_messages").values(rowOf(all)).returning(["created_at", "author_name"]),
    )
    .updateTable("support_tickets")
    .from("written")
    .set((eb) => ({
      ...(isNote ? { note_count: eb("note_count", "+", 1) } : { message_count: eb("message_count", "+", 1) }),
      ...(fileCount > 0 && { attachment_count: eb("attachment_count", "+", fileCount) }),
      ...(isTouched && { updated_at: sql<string>`clock_timestamp()` }),
      ...(status && takenUp(status)),
      ...(assignedTo && { assigned_to: assignedTo }),
      ...(isAnswer && firstResponse(ticket.id)),
      ...lastWord(ticket, message),
    }))
    .where("support_tickets.id", "=", ticket.id)
    .returning(["written.created_at as createdAt", "written.author_name as authorName"])
    .executeTakeFirstOrThrow();
  return { ...idsOf(all), authorName, createdAt };
}

/**
 * What a message changes of who has the last word (docs/product.md#who-has-the-last-word): a machine's and a note do not. What
 * comes of it, step by step, is what the database's waiting_since() finds in the whole thread, which is not read here.
 */
function lastWord(
  { isArchived }: Pick<LockedTicket, "isArchived">,
  { type, isFromCustomer, isAutomatic, content }: Omit<NewMessage, "ticketId">,
) {
  if (isAutomatic || type === "internal") return {};
  if (!isFromCustomer) return { waiting_since: null, woken_at: null };
  const at = sql<string>`written.created_at`;
  return {
    // What was said before an archived ticket was done needs no answer any more.
    ...(isArchived
      ? { waiting_since: at, settled_before: at }
      : { waiting_since: sql<string>`coalesce(support_tickets.waiting_since, ${at})` }),
    customer_wrote_at: sql<string>`greatest(support_tickets.customer_wrote_at, ${at})`,
    newest_words: newestWords(content),
    snoozed_until: null,
    woken_at: null,
  };
}

/** When its customer was first answered, and how long that took; nothing where no customer has asked. */
function firstResponse(ticketId: string) {
  const asked = sql`(select min(created_at) from ticket_messages where ticket_id = ${ticketId} and message_type = 'email'
    and is_from_customer and not is_automatic)`;
  return {
    first_response_at: sql<string>`case when ${asked} is not null then written.created_at end`,
    response_ms: sql<number>`extract(epoch from written.created_at - ${asked}) * 1000`,
  };
}

function idsOf({ id, ticketId, isFromCustomer, isAutomatic, authorId }: NewMessage) {
  return { id, ticketId, isFromCustomer, isAutomatic, authorId };
}

function rowOf(message: NewMessage) {
  // The clock's time, not the transaction's, so that a thread reads in the order it was locked in.
  return { ...messageRow(message), created_at: message.createdAt ?? sql<string>`clock_timestamp()` };
}

/** Writes messages as they are, without counting them. */
export async function insertMessages(tx: TenantTx, messages: NewMessage[]): Promise<void> {
  await tx.insertInto("ticket_messages").values(messages.map(rowOf)).execute();
}

/** What a request wrote, and where it is now: the first message of a ticket it opened, a reply or a note. */
export type Repeated = {
  id: string;
  ticketId: string;
  /** The ticket that it was written on, where that was merged into this one. */
  mergedFromId: string | null;
  authorId: string | null;
  kind: "first" | "reply" | "note";
};

/** What a request with this key wrote, if anything. */
export function selectByIdempotencyKey(tx: TenantTx, key: string): Promise<Repeated | undefined> {
  const isFirst = sql`t.source = 'agent' and not exists (
    select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
      and e.merged_from_id is not distinct from m.merged_from_id and (e.created_at, e.id) < (m.created_at, m.id))`;
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", (join) => join.on(sql<boolean>`t.id = coalesce(m.merged_from_id, m.ticket_id)`))
    .select(["m.id", "m.ticket_id as ticketId", "m.merged_from_id as mergedFromId", "m.author_id as authorId"])
    .select(
      sql<
        Repeated["kind"]
      >`case when m.message_type = 'internal' then 'note' when ${isFirst} then 'first' else 'reply' end`.as("kind"),
    )
    .where("m.idempotency_key", "=", key)
    .executeTakeFirst();
}

/** A message as the contract has it. */
export async function selectMessage(tx: TenantTx, ticketId: string, id: string): Promise<Message | undefined> {
  return (await itemsOf(tx, ticketId, "email", messageJson).where("m.id", "=", id).executeTakeFirst())?.item;
}

/** A note as the contract has it. */
export async function selectNote(tx: TenantTx, ticketId: string, id: string): Promise<Note | undefined> {
  return (await itemsOf(tx, ticketId, "internal", noteJson).where("m.id", "=", id).executeTakeFirst())?.item;
}

/** One page of a thread, newest first. */
export function selectThreadPage(tx: TenantTx, page: PageBefore): Promise<Message[]> {
  return selectPage(tx, page, "email", messageJson);
}

/** One page of a ticket's notes, newest first. */
export function selectNotePage(tx: TenantTx, page: PageBefore): Promise<Note[]> {
  return selectPage(tx, page, "internal", noteJson);
}

async function selectPage<Item>(
  tx: TenantTx,
  { ticketId, before, limit }: PageBefore,
  type: NewMessage["type"],
  json: RawBuilder<Item>,
): Promise<Item[]> {
  let query = itemsOf(tx, ticketId, type, json).orderBy("m.created_at", "desc").orderBy("m.id", "desc").limit(limit);
  if (before) {
    query = query.where(
      sql<boolean>`(m.created_at, m.id) < (select created_at, id from ticket_messages where id = ${before} and ticket_id = ${ticketId})`,
    );
  }
  return (await query.execute()).map(({ item }) => item);
}

/** A ticket's messages or notes, each as `json` writes it. */
function itemsOf<Item>(tx: TenantTx, ticketId: string, type: NewMessage["type"], json: RawBuilder<Item>) {
  return tx
    .selectFrom("ticket_messages as m")
    .leftJoin("outgoing_mails as o", "o.message_id", "m.id")
    .select(json.as("item"))
    .$castTo<{ item: Item }>()
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", type);
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

/** What of a ticket decides whether and how it is replied to; it is not locked. */
export function selectReplied(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets")
    .select(["subject", "ticket_number as ticketNumber", "is_archived as isArchived", "customer_id as customerId"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
}

/** What a reply's mail needs of its ticket: the customer, the message it answers, and the thread's Message-IDs. */
export type Conversation = Pick<Reply, "customer" | "answered" | "mailIds">;

/** A longer conversation is named by its first mail and so many of the newest. */
const newestMails = 30;

/**
 * The conversation that a reply goes on with: its customer, the newest mail that a person wrote, and the Message-IDs of its
 * mails, oldest first. Undefined where there is no such ticket.
 */
export function selectConversation(tx: TenantTx, ticketId: string): Promise<Conversation | undefined> {
  return tx
    .with("mails", (cte) =>
      cte
        .selectFrom("ticket_messages")
        .select(["id", "created_at", "mail_message_id", "is_from_customer", "is_automatic"])
        .where("ticket_id", "=", ticketId)
        .where("message_type", "=", "email"),
    )
    .with("chain", (cte) =>
      cte
        .selectFrom("mails")
        .select("mail_message_id")
        .select(sql<number>`row_number() over (order by created_at, id)`.as("place"))
        .select(sql<number>`count(*) over ()`.as("length"))
        .where("mail_message_id", "is not", null),
    )
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select((eb) => [
      jsonBuildObject({ email: eb.ref("c.email"), name: eb.ref("c.name") }).as("customer"),
      jsonObjectFrom(
        eb
          .selectFrom("mails")
          .select(["mails.id", "mails.mail_message_id as mailMessageId"])
          .where("mails.is_from_customer", "=", true)
          .where("mails.is_automatic", "=", false)
          .orderBy("mails.created_at", "desc")
          .orderBy("mails.id", "desc")
          .limit(1),
      ).as("answered"),
      sql<string[]>`array(${eb
        .selectFrom("chain")
        .select("mail_message_id")
        .where(sql<boolean>`place = 1 or place > length - ${newestMails}::int`)
        .orderBy("place")})`.as("mailIds"),
    ])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

import type { ErrorCode } from "@deskhand/contract/errors";
import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import type { Message, Note } from "@deskhand/contract/messages";
import type { Mailbox, Recipients } from "@deskhand/contract/recipients";
import type { NamedKind, RecipientKind, TicketStatus } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { builtOnce } from "../../../platform/db/statement.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { keepSpellings } from "../../customers/index.ts";
import { addedAt, messageJson, noteJson, recipientsBeside } from "../detail/ticket-detail.queries.ts";
import { messageRow, type NewMessage, statusColumns } from "./message-row.ts";
import { newestWords } from "./preview-text.ts";
import type { LockedTicket } from "./tickets.queries.ts";
import type { PageBefore } from "./trail.queries.ts";

/** The payload of `message.created` for a message. */
type WrittenMessage = Omit<EventPayloads["message.created"], "beginsTicket">;

/** What a message changes on its ticket besides the counts: `isTouched` sets updated_at to now (docs/product.md#last-updated). */
export type TicketChange = {
  isTouched: boolean;
  status?: TicketStatus;
  assignedTo?: string;
  fileCount?: number;
  /** Whether others than the customer wait, who are not answered by an answer to the customer. */
  othersWait?: boolean;
};

/**
 * Writes a message or note and, in the same statement, counts it on its ticket, which the caller has locked, and applies `change`;
 * returns the event's payload and the message's time.
 */
export async function addMessage(
  tx: TenantTx,
  ticket: Pick<LockedTicket, "id" | "isAnswered" | "isArchived">,
  message: Omit<NewMessage, "ticketId">,
  { isTouched, status, assignedTo, fileCount = 0, othersWait = false }: TicketChange,
): Promise<WrittenMessage & { createdAt: string }> {
  const onTicket = { ...message, ticketId: ticket.id };
  const isNote = message.type === "internal";
  const isSideMessage = !message.isFromCustomer && message.audience === "side";
  const isAnswer =
    !ticket.isAnswered && !isNote && !message.isFromCustomer && !isNobodysWord(message) && !isSideMessage;
  const { createdAt, authorName, overtaken } = await tx
    .with("written", (cte) =>
      cte.insertInto("ticket_messages").values(rowOf(onTicket)).returning(["created_at", "added_at", "author_name"]),
    )
    .with("recipients", (cte) => insertRecipients(cte, recipientRows([onTicket])))
    .with("overtaken", (cte) => overtakeKept(cte, onTicket))
    .updateTable("support_tickets")
    .from("written")
    .set((eb) => ({
      ...(isNote ? { note_count: eb("note_count", "+", 1) } : { message_count: eb("message_count", "+", 1) }),
      ...(fileCount > 0 && { attachment_count: eb("attachment_count", "+", fileCount) }),
      ...(isTouched && { updated_at: sql<string>`clock_timestamp()` }),
      ...(status && statusColumns(status)),
      ...(assignedTo && { assigned_to: assignedTo }),
      ...(isAnswer && firstResponse(ticket.id)),
      ...lastWord(ticket, message),
    }))
    .where("support_tickets.id", "=", ticket.id)
    .returning(["written.created_at as createdAt", "written.author_name as authorName"])
    .returning(sql<Overtaken[] | null>`(select json_agg(overtaken) from overtaken)`.as("overtaken"))
    .executeTakeFirstOrThrow();
  await keepSpellingsOf(tx, message);
  for (const { keptReplyId, authorId } of overtaken ?? []) {
    await emit(tx, "kept-reply.changed", { keptReplyId, ticketId: ticket.id, authorId, state: "returned" });
  }
  // A colleague's mail may have been accepted before a message that it does not answer.
  const isMailed = !message.isFromCustomer && message.acceptedAt !== undefined;
  if ((isSideMessage || isMailed || othersWait) && !isNobodysWord(message)) await recomputeWaiting(tx, ticket.id);
  return { ...idsOf(onTicket), authorName, createdAt };
}

type Overtaken = { keptReplyId: string; authorId: string };

/** Returns waiting replies to their authors when somebody else writes a message, except those with `sendAnyway`. */
function overtakeKept(
  db: Pick<TenantTx, "updateTable">,
  { ticketId, type, isAutomatic, authorId }: Pick<NewMessage, "ticketId" | "type" | "isAutomatic" | "authorId">,
) {
  return db
    .updateTable("kept_replies")
    .set({ state: "returned", reason: "conversation_moved_on" satisfies ErrorCode, ended_at: sql`clock_timestamp()` })
    .where("ticket_id", "=", ticketId)
    .where("state", "=", "waiting")
    .where(sql<boolean>`author_id is distinct from ${authorId}::uuid and not (reply ->> 'sendAnyway')::boolean`)
    .where(sql.lit(type === "email" && !isAutomatic))
    .returning(["id as keptReplyId", "author_id as authorId"]);
}

/** Gives an acknowledgement whose mail still waits the words of a rule; false if it has those of one. */
export async function rewriteAcknowledgement(
  tx: TenantTx,
  id: string,
  { content, byRule }: { content: string; byRule: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("ticket_messages")
    .set({ content: storableText(content), by_rule: byRule })
    .where("id", "=", id)
    .where("by_rule", "is", null)
    // A colleague's out-of-office is automatic as well, and its words are theirs.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("outgoing_mails as mail")
          .select("mail.id")
          .whereRef("mail.message_id", "=", "ticket_messages.id")
          .where("mail.kind", "=", "acknowledgement"),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a message counts as nobody's word: it is automatic, or an unverified one in the store's name. */
function isNobodysWord({ isFromCustomer, isAutomatic, isUnverified }: Omit<NewMessage, "ticketId">): boolean {
  return isAutomatic || (!isFromCustomer && isUnverified === true);
}

/**
 * Returns the columns by which a message changes who has the last word (docs/product.md#who-has-the-last-word); automatic messages and
 * notes change nothing. The result equals the database's waiting_since(), without reading the thread.
 */
function lastWord(ticket: Pick<LockedTicket, "id" | "isArchived">, message: Omit<NewMessage, "ticketId">) {
  const { id, type, isFromCustomer, audience, content, authorName } = message;
  if (isNobodysWord(message) || type === "internal" || (!isFromCustomer && audience === "side")) return {};
  if (!isFromCustomer) return { waiting_since: null, woken_at: null };
  const [at, added] = [sql<string>`written.created_at`, addedAt("written")];
  // It may have been accepted before messages that are already there.
  const isNewest = sql`not exists (select from ticket_messages later where later.ticket_id = ${ticket.id} and later.message_type = 'email'
    and later.is_from_customer and not later.is_automatic and (later.created_at, later.id) > (${at}, ${id}))`;
  return {
    // Messages from before the ticket was archived need no answer any more.
    ...(ticket.isArchived
      ? { waiting_since: at, settled_before: added }
      : { waiting_since: sql<string>`least(support_tickets.waiting_since, ${at})` }),
    customer_wrote_at: sql<string>`greatest(support_tickets.customer_wrote_at, ${added})`,
    newest_words: sql<string>`case when ${isNewest} then ${newestWords(content, audience === "side" ? authorName : null)}
      else coalesce(support_tickets.newest_words, support_tickets.preview) end`,
    snoozed_until: null,
    woken_at: null,
  };
}

/** Recomputes `waiting_since` from the whole thread: a message to others alone may have answered them, but not the customer. */
async function recomputeWaiting(tx: TenantTx, ticketId: string): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ waiting_since: sql<string | null>`waiting_since(${ticketId}::uuid)` })
    .where("id", "=", ticketId)
    .execute();
}

/** Returns the columns of the first response and how long it took; empty if no customer has asked. */
function firstResponse(ticketId: string) {
  const asked = sql`(select min(created_at) from ticket_messages where ticket_id = ${ticketId} and message_type = 'email'
    and is_from_customer and not is_automatic and created_at <= written.created_at)`;
  return {
    first_response_at: sql<string>`case when ${asked} is not null then written.created_at end`,
    response_ms: sql<number>`extract(epoch from written.created_at - ${asked}) * 1000`,
  };
}

function idsOf({ id, ticketId, isFromCustomer, isAutomatic, authorId }: NewMessage) {
  return { id, ticketId, isFromCustomer, isAutomatic, authorId };
}

function rowOf(message: NewMessage) {
  return { ...messageRow(message), ...timesOf(message) };
}

/** Inserts messages without counting them. */
export async function insertMessages(tx: TenantTx, messages: NewMessage[]): Promise<void> {
  await tx.insertInto("ticket_messages").values(messages.map(rowOf)).execute();
  const rows = recipientRows(messages);
  if (rows !== "[]") await insertRecipients(tx, rows).execute();
}

/** What an earlier request wrote and where it is now: a ticket's first message, a reply or a note. */
export type Repeated = {
  id: string;
  ticketId: string;
  /** The ticket that it was written on, if that was merged since. */
  mergedFromId: string | null;
  authorId: string | null;
  kind: "first" | "reply" | "note";
};

/** Finds what a request with this key wrote. */
export async function selectByIdempotencyKey(tx: TenantTx, key: string): Promise<Repeated | undefined> {
  return (await tx.executeQuery(idempotencyKeyQuery({ key }))).rows[0];
}

const idempotencyKeyQuery = builtOnce((db, { key }: { key: string }) => {
  // A join would let PostgreSQL read all of a store's tickets for the one.
  const isFirst = sql`(select t.source from support_tickets t where t.id = coalesce(m.merged_from_id, m.ticket_id)) = 'agent' and not exists (
    select from ticket_messages e where e.ticket_id = m.ticket_id and e.message_type = 'email'
      and e.merged_from_id is not distinct from m.merged_from_id and (${addedAt("e")}, e.id) < (${addedAt("m")}, m.id))`;
  return db
    .selectFrom("ticket_messages as m")
    .select(["m.id", "m.ticket_id as ticketId", "m.merged_from_id as mergedFromId", "m.author_id as authorId"])
    .select(
      sql<
        Repeated["kind"]
      >`case when m.message_type = 'internal' then 'note' when ${isFirst} then 'first' else 'reply' end`.as("kind"),
    )
    .where("m.idempotency_key", "=", key);
});

/** Selects a message in the contract's form. */
export async function selectMessage(tx: TenantTx, ticketId: string, id: string): Promise<Message | undefined> {
  return (await itemsOf(tx, ticketId, "email", messageJson()).where("m.id", "=", id).executeTakeFirst())?.item;
}

/** Selects a note in the contract's form. */
export async function selectNote(tx: TenantTx, ticketId: string, id: string): Promise<Note | undefined> {
  return (await itemsOf(tx, ticketId, "internal", noteJson).where("m.id", "=", id).executeTakeFirst())?.item;
}

/** Selects a page of a thread, newest first. */
export function selectThreadPage(tx: TenantTx, page: PageBefore): Promise<Message[]> {
  return selectPage(tx, page, "email", messageJson());
}

/** Selects a page of a ticket's notes, newest first. */
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

/** Selects a ticket's messages or notes in the form of `json`. */
function itemsOf<Item>(tx: TenantTx, ticketId: string, type: NewMessage["type"], json: RawBuilder<Item>) {
  return tx
    .selectFrom("ticket_messages as m")
    .$if(type === "email", (query) => query.leftJoinLateral(recipientsBeside.as("o"), (join) => join.onTrue()))
    .select(json.as("item"))
    .$castTo<{ item: Item }>()
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", type);
}

/** Selects a message's whole text, and its text part if that differs from its HTML. */
export async function selectOriginal(
  tx: TenantTx,
  ticketId: string,
  id: string,
): Promise<{ text: string; otherText: string | null } | undefined> {
  const row = await tx
    .selectFrom("ticket_messages")
    .select(["content", "full_content", "other_text"])
    .where("id", "=", id)
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .executeTakeFirst();
  return row && { text: row.full_content ?? row.content, otherText: row.other_text };
}

/** Selects what decides whether and how a ticket can be replied to, without locking it. */
export function selectReplied(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets")
    .select(["subject", "ticket_number as ticketNumber", "is_archived as isArchived", "customer_id as customerId"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
}

/** Returns the time columns of a message: a mail's place in the thread is when it was accepted, however much later it is added. */
export function timesOf({ createdAt, acceptedAt }: Pick<NewMessage, "createdAt" | "acceptedAt">) {
  // The clock's time, not the transaction's, so that messages are in the order in which their ticket was locked.
  const now = sql<string>`clock_timestamp()`;
  if (acceptedAt === undefined) return { created_at: createdAt ?? now };
  return { created_at: acceptedAt, added_at: sql<string>`greatest(${now}, ${acceptedAt}::timestamptz)` };
}

/** A person whom a message names; `isOurs` for the store's own addresses. */
export type NamedRecipient = Mailbox & { kind: NamedKind; isOurs: boolean };

type Named = { id: string; recipients?: readonly NamedRecipient[] | undefined };

/** Returns recipients in the form in which messages store them. */
export function namedRecipientsOf({ to, cc, bcc }: Recipients): NamedRecipient[] {
  const ofKind = (kind: RecipientKind, all: Mailbox[]) => all.map((mailbox) => ({ ...mailbox, kind, isOurs: false }));
  return [...ofKind("to", to), ...ofKind("cc", cc), ...ofKind("bcc", bcc)];
}

/** Returns the recipients of messages as one JSON parameter, each address once; addresses that are too long are dropped. */
export function recipientRows(messages: readonly Named[]): string {
  const rows = messages.flatMap(({ id, recipients = [] }) => {
    const byAddress = new Map<string, NamedRecipient>();
    for (const recipient of recipients) if (!byAddress.has(recipient.email)) byAddress.set(recipient.email, recipient);
    return [...byAddress.values()]
      .filter(({ email }) => email !== "" && email.length <= limits.emailAddressLength)
      .map(({ email, name, kind, isOurs: is_ours }, position) => ({
        message_id: id,
        email: storableText(email),
        kind,
        position,
        is_ours,
        name: name === null ? null : storableText(name, limits.customerNameLength).trim() || null,
      }));
  });
  return JSON.stringify(rows);
}

/** Remembers how the recipients of a message are written, which only some are in another way than in lower case. */
export async function keepSpellingsOf(tx: TenantTx, { recipients = [] }: Omit<Named, "id">): Promise<void> {
  const spelled = recipients.flatMap(({ email, written }) =>
    written && email.length <= limits.emailAddressLength
      ? [{ email, written: storableText(written), isOwn: false }]
      : [],
  );
  await keepSpellings(tx, spelled);
}

/** Inserts `recipientRows`, within the statement that inserts their messages or after it. */
export function insertRecipients(db: Pick<TenantTx, "insertInto">, rows: string) {
  const columns = ["message_id", "email", "name", "kind", "position", "is_ours"] as const;
  return db
    .insertInto("message_recipients")
    .columns(columns)
    .expression((eb) => eb.selectFrom(recipientTable(rows)).selectAll());
}

type Row = {
  message_id: string;
  email: string;
  name: string | null;
  kind: NamedKind;
  position: number;
  is_ours: boolean;
};

function recipientTable(rows: string) {
  return sql<Row>`jsonb_to_recordset(${rows}::jsonb)`.as<"given">(
    sql`given (message_id uuid, email text, name text, kind text, position smallint, is_ours boolean)`,
  );
}

import { limits } from "@deskhand/contract/limits";
import type { Message, Note } from "@deskhand/contract/messages";
import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { type RawBuilder, sql } from "kysely";
import { statement } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { writtenAs } from "../../customers/index.ts";
import { waitsForEarlier } from "../../outgoing/index.ts";
import { type CardRow, cardColumns, cardText, toTicketCard, writtenFromJson } from "../list/ticket-card.queries.ts";
import { hasOpenActions, isOfIncident } from "./notices.queries.ts";
import { receivedMails } from "./received-mails.queries.ts";

/** The thread cuts longer messages; `messages.getOriginal` returns the whole text. */
const threadContentLength = 20_000;

/** Builds the contract's attachment from an attachment row `a`. */
const attachmentJson = sql`json_build_object('id', a.id, 'filename', a.filename, 'fileSize', a.file_size,
  'mimeType', a.content_type, 'isInline', a.is_inline, 'isProgram', a.is_program,
  'scan', a.scan, 'virus', a.virus, 'url', a.storage_path, 'uploadedBy', a.uploaded_by,
  'createdAt', iso(a.created_at))`;

/** The contract's `written` of a mailbox, which is absent where the address is written in lower case. */
const spelling = (written: RawBuilder<string | null>) =>
  sql`jsonb_strip_nulls(jsonb_build_object('written', ${written}))`;

/** A message's recipients and delivery state. */
type Delivered = { recipients: unknown; state: string | null; error: string | null; held: string | null };

/** State, error and hold of an outgoing mail. */
const stateOf = sql`case mail.state when 'queued' then 'sending' else mail.state end`;
const errorOf = sql`case when mail.state = 'failed' or mail.held_until > now() then mail.last_error
  when mail.state = 'queued' and waits_for_earlier(mail.message_id, mail.to_email) then ${sql.lit(waitsForEarlier)}
  when mail.held_until is null then 'Not sent yet, and tried again by itself: ' || mail.last_error end`;
const heldUntil = sql`case when mail.state = 'queued' and mail.held_until > now() then iso(mail.held_until) end`;
/** State, error and hold of the mail to show for a message with several mails: a failed one first, then one that is still sending. */
const worst = sql`(array_agg(array[mail.state, mail.error, mail.held]
  order by case mail.state when 'failed' then 1 when 'sending' then 2 else 3 end, mail.id) filter (where mail.id is not null))`;

/**
 * Selects the recipients of a message `m` with the state of their mails, to be joined as `o`. Messages older than `message_recipients`
 * have only the addresses that were mailed.
 */
export const recipientsBeside = sql<Delivered>`(
  select coalesce(json_agg(${spelling(writtenAs("r.email"))} || jsonb_build_object('kind', coalesce(r.kind, 'to'), 'email', coalesce(r.email, mail.to_email), 'name', r.name,
      'isOurs', coalesce(r.is_ours or exists (select from inbound_addresses i
        where i.client_id = m.client_id and i.address = r.email), false),
      'deliveryState', mail.state, 'deliveryError', mail.error, 'heldUntil', mail.held) order by r.position)
      filter (where coalesce(r.email, mail.to_email) <> ''), '[]') as recipients,
    ${worst}[1][1] as state, ${worst}[1][2] as error, ${worst}[1][3] as held
  from (select * from message_recipients where client_id = m.client_id and message_id = m.id) as r
  full join (select mail.id, mail.to_email, ${stateOf} as state, ${errorOf} as error, ${heldUntil} as held
      from outgoing_mails mail where mail.client_id = m.client_id and mail.message_id = m.id) as mail on mail.to_email = r.email)`;

/** The person to answer for a message `m`; null for an old one that only says where it was written from. */
export const answersTo = sql`case when m.is_from_customer and m.answers_to is not null
    then ${spelling(writtenAs("m.answers_to"))} || jsonb_build_object('email', m.answers_to, 'name', m.answers_to_name)
  when m.is_from_customer and m.author_email is not null and m.written_from is null
    then ${spelling(writtenAs("m.author_email"))} ||
      jsonb_build_object('email', lower(m.author_email), 'name', nullif(m.author_name, m.author_email)) end`;

/**
 * Whether a stranger may have written mail `m` in a customer's name: its sender checks failed, or only a From address, which anybody can
 * write, ties it to the ticket.
 */
export function isDoubted() {
  return sql<boolean>`(m.is_unverified and m.is_from_customer and (
  not exists (select from users u where u.client_id = m.client_id and u.email = lower(m.author_email))
  or ${receivedMails.answer.isChecked("m", "fail")}))`;
}

/** When a ticket `t` was last given to another customer. */
export const customerChangedAt = sql<string | null>`(select iso(max(a.created_at)) from ticket_activities a
  where a.client_id = t.client_id and a.ticket_id = t.id and a.kind = 'customer_changed')`;

/** Builds the contract's message from a message row `m` and its `recipientsBeside`, joined as `o`. */
export function messageJson() {
  return sql<Message>`json_build_object(
  'id', m.id, 'ticketId', m.ticket_id, 'content', left(m.content, ${sql.lit(threadContentLength)}),
  'isCut', char_length(m.content) > ${sql.lit(threadContentLength)},
  'folded', case when m.full_content is null then null when m.left_history and m.left_signature then 'both'
    when m.left_history then 'history' when m.left_signature then 'signature' else 'rest' end, 'hasHtml', m.html is not null,
  'hasOtherText', m.other_text is not null, 'enclosed', m.enclosed, 'channel', m.channel, 'isFromCustomer', m.is_from_customer,
  'isAutomatic', m.is_automatic, 'byRule', m.by_rule, 'authorId', m.author_id, 'authorName', m.author_name,
  'authorEmail', m.author_email, 'isUnverified', m.is_unverified, 'isDoubted', ${isDoubted()}, 'writtenFrom', ${writtenFromJson("m")}, 'threadingReason', m.threading_reason,
  'recipients', o.recipients, 'answersTo', ${answersTo}, 'audience', m.audience, 'passedOn', m.passed_on,
  'list', case when m.list_email is not null then json_build_object('email', m.list_email, 'name', m.list_name) end,
  'unreadAddresses', coalesce(m.unread_addresses, '{}'), 'leftOutAddresses', coalesce(m.left_out_addresses, 0),
  'deliveryState', o.state, 'deliveryError', o.error, 'heldUntil', o.held,
  'attachments', coalesce((select json_agg(${attachmentJson} order by a.created_at, a.id) from (
      select * from ticket_attachments where client_id = m.client_id and message_id = m.id
      order by created_at, id limit ${sql.lit(limits.filesWithMessage)}) a), '[]'),
  'attachmentCount', (select count(*) from ticket_attachments a where a.client_id = m.client_id and a.message_id = m.id),
  'createdAt', iso(m.created_at), 'addedAt', iso(${addedAt("m")}))`;
}

/** Builds the contract's note from a message row `m`. */
export const noteJson = sql<Note>`json_build_object('id', m.id, 'ticketId', m.ticket_id, 'content', m.content,
  'authorId', m.author_id, 'authorName', m.author_name, 'createdAt', iso(m.created_at))`;

/** A ticket's card with the additional fields of its dialog. */
export type DetailRow = CardRow & Omit<TicketDetail, keyof CardRow | "customer">;

/** The rating of a ticket, for its detail, beside its row `t`. */
const rating = sql<TicketDetail["rating"]>`(select json_build_object('askedAt', iso(q.asked_at), 'score', q.score,
  'comment', q.comment, 'ratedAt', iso(q.rated_at), 'changedAt', iso(q.changed_at))
  from ticket_ratings q where q.client_id = t.client_id and q.ticket_id = t.id)`;

/** Selects a ticket's whole detail in one statement; returns no row for an unknown ticket. */
export const ticketDetailQuery = statement<{ id: string; reader: string | null }, DetailRow>(
  new URL("./ticket-detail.sql", import.meta.url),
  () => ({
    card: cardText,
    message: messageJson(),
    recipients: recipientsBeside,
    note: noteJson,
    customerChangedAt,
    descriptionLength: limits.replyLength,
    pageSize: limits.threadPageSize,
    mergesShown: limits.mergesShown,
    heldBack: receivedMails.answer.heldBack("t"),
    rating,
    isOfIncident: isOfIncident.answer("t"),
    hasOpenActions: hasOpenActions.answer("t"),
  }),
);

/** Returns the id of a ticket's customer: null for none, undefined for an unknown ticket. */
export async function selectCustomerOf(tx: TenantTx, ticketId: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom("support_tickets")
    .select("customer_id")
    .where("id", "=", ticketId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** Selects a customer's newest tickets except one, as cards for `reader`. */
export async function selectSiblings(
  tx: TenantTx,
  { customerId, exceptId, reader }: { customerId: string; exceptId: string; reader: string },
): Promise<TicketCard[]> {
  const rows = await tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .leftJoin("ticket_reads as r", (join) =>
      join.onRef("r.client_id", "=", "t.client_id").onRef("r.ticket_id", "=", "t.id").on("r.user_id", "=", reader),
    )
    .select(cardColumns)
    .where("t.customer_id", "=", customerId)
    .where("t.id", "!=", exceptId)
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .limit(limits.ticketsBeside)
    .execute();
  return rows.map(toTicketCard);
}

/** Counts a customer's tickets, and says when the first one began. */
export function selectContacts(
  tx: TenantTx,
  customerId: string,
): Promise<{ total: number; firstContactAt: string | null }> {
  return tx
    .selectFrom("support_tickets")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .select(sql<string | null>`min(created_at)`.as("firstContactAt"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
}

/**
 * Returns SQL for the time at which a message row (of the table or alias `rows`) was added to its ticket. What is new or answered goes by
 * this time; the order of the thread goes by `created_at` (docs/product.md#the-order-of-a-thread).
 */
export function addedAt(rows: string) {
  return sql<string>`coalesce(${sql.ref(`${rows}.added_at`)}, ${sql.ref(`${rows}.created_at`)})`;
}

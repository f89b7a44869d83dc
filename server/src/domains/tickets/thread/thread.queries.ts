import type { Known } from "@deskhand/contract/desk/namesake";
import type { Bringing } from "@deskhand/contract/desk/whom";
import type { Mailbox, RecipientNews } from "@deskhand/contract/recipients";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { receivedMails, writtenSubject } from "../detail/received-mails.queries.ts";
import { answersTo } from "../detail/ticket-detail.queries.ts";

/**
 * Selects the authors and recipients of a ticket's messages, oldest first, and its customer's addresses; undefined for an unknown ticket.
 */
export async function selectBringing(
  tx: TenantTx,
  ticketId: string,
): Promise<{ messages: Bringing[]; customerAddresses: string[] } | undefined> {
  // Everybody who got a mail of the ticket knows its reply address, so recipients named in an unproven message may be a stranger's.
  const isUnproven = sql<boolean>`(m.is_unverified or (m.is_from_customer and not ${receivedMails.answer.isChecked("m", "pass")}))`;
  const message = sql`json_build_object('isFromCustomer', m.is_from_customer, 'isUnverified', ${isUnproven},
    'authorEmail', m.author_email, 'answersTo', ${answersTo},
    'recipients', (select coalesce(json_agg(json_build_object('email', r.email, 'kind', r.kind)), '[]') from message_recipients r
      where r.client_id = m.client_id and r.message_id = m.id))`;
  return tx
    .selectFrom("support_tickets as t")
    .select([
      sql<string[]>`addresses_of(t.customer_id)`.as("customerAddresses"),
      sql<Bringing[]>`coalesce((select json_agg(${message} order by m.created_at, m.id) from ticket_messages m
        where m.client_id = t.client_id and m.ticket_id = t.id and m.message_type = 'email'), '[]')`.as("messages"),
    ])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

/** Lists all colleagues. */
export async function selectKnownPeople(tx: TenantTx): Promise<Known[]> {
  return tx.selectFrom("users").select(["email", "name"]).where("deleted_at", "is", null).execute();
}

/** Says for each person whether the ticket's last mail to them failed. */
export async function selectNews(
  tx: TenantTx,
  ticketId: string,
  people: readonly Mailbox[],
): Promise<Omit<RecipientNews, "isNew" | "isNamesake">[]> {
  const hasFailed = sql<boolean>`(select mail.state = 'failed' from outgoing_mails mail
    join ticket_messages m on m.client_id = mail.client_id and m.id = mail.message_id
    where m.ticket_id = ${ticketId} and m.message_type = 'email' and mail.to_email = g.email
    order by m.created_at desc, m.id desc limit 1)`;
  const { rows } = await sql<Omit<RecipientNews, "isNew" | "isNamesake">>`
    select g.email, coalesce(${hasFailed}, false) as "hasFailed"
    from ${personRows(people)} order by g.place`.execute(tx);
  return rows;
}

/** Says for each person whether the store's last mail to them failed, and whether the address is new to the store. */
export async function selectNewsOfAll(
  tx: TenantTx,
  people: readonly Mailbox[],
): Promise<Omit<RecipientNews, "isNamesake">[]> {
  const written = sql`message_recipients r join ticket_messages m on m.client_id = r.client_id and m.id = r.message_id`;
  const hasFailed = sql<boolean>`(select mail.state = 'failed' from ${written}
    join outgoing_mails mail on mail.client_id = m.client_id and mail.message_id = m.id and mail.to_email = r.email
    where r.email = g.email order by m.created_at desc, m.id desc limit 1)`;
  const isKnown = sql<boolean>`(customer_with(g.email) is not null or exists (select from users where email = g.email)
    or exists (select from ${written} where r.email = g.email and not m.is_from_customer))`;
  const { rows } = await sql<Omit<RecipientNews, "isNamesake">>`
    select g.email, not ${isKnown} as "isNew", coalesce(${hasFailed}, false) as "hasFailed"
    from ${personRows(people)} order by g.place`.execute(tx);
  return rows;
}

/** Returns the people's addresses as rows with their positions. */
function personRows(people: readonly Mailbox[]) {
  const rows = JSON.stringify(people.map(({ email }, place) => ({ email, place })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as g (email text, place int)`;
}

/** A message to forward, without quoted history, and its To and Cc. The Cc of a mail that was itself a forward is left out. */
export type ForwardedMessage = Awaited<ReturnType<typeof selectForwarded>>[number];

/** The subject of a message `m` on ticket `t`: the message's own if it came by a merged ticket or from other people, else the ticket's. */
const ownSubject = () => sql<string>`coalesce(
  case when m.merged_from_id is not null then (select s.subject from support_tickets s where s.id = m.merged_from_id) end,
  case when m.merged_from_id is not null or m.audience = 'side' then coalesce(
    ${writtenSubject("m")},
    (select o.details ->> 'subject' from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id limit 1)) end,
  t.subject)`;

/** Selects the ticket's mails with these ids, oldest first. */
export function selectForwarded(tx: TenantTx, ticketId: string, ids: string[]) {
  const named = (kind: "to" | "cc") =>
    sql<
      Mailbox[]
    >`(select coalesce(json_agg(json_build_object('email', r.email, 'name', r.name) order by r.position), '[]')
      from message_recipients r where r.client_id = m.client_id and r.message_id = m.id and r.kind = ${kind}
        and (r.kind = 'to' or m.passed_on is distinct from 'forward'))`;
  return tx
    .selectFrom("ticket_messages as m")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "m.client_id").onRef("t.id", "=", "m.ticket_id"),
    )
    .select(["m.author_name as authorName", "m.author_email as authorEmail", "m.created_at as at"])
    .select([
      ownSubject().as("subject"),
      sql<string | null>`case when m.audience = 'side' then m.merged_from_id end`.as("cameBy"),
    ])
    .select(sql<boolean>`t.subject = ${ownSubject()}`.as("isOfTicket"))
    .select(sql<number>`coalesce(m.left_out_addresses, 0)`.as("leftOut"))
    .select([named("to").as("to"), named("cc").as("cc")])
    .select("m.content as text")
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where("m.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .execute();
}

/** Selects the files of these messages, in the order of the thread. */
export function selectForwardedFiles(tx: TenantTx, ticketId: string, ids: string[]) {
  return tx
    .selectFrom("ticket_attachments as a")
    .innerJoin("ticket_messages as m", (join) =>
      join.onRef("m.client_id", "=", "a.client_id").onRef("m.id", "=", "a.message_id"),
    )
    .select(["a.file_id as fileId", "a.filename", "a.file_size as size", "a.content_type as contentType"])
    .select(["a.is_program as isProgram", "a.virus"])
    .select([sql<null>`null`.as("contentId"), sql<false>`false`.as("isInline")])
    .where("a.ticket_id", "=", ticketId)
    .where("m.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("m.created_at")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
}

/** Selects a message's sanitised HTML, or its original HTML if it has not been sanitised; both are null for a text mail. */
export function selectMessageHtml(tx: TenantTx, id: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["safe_html as safe"])
    .select(sql<string | null>`case when safe_html is null then html end`.as("raw"))
    .where("id", "=", id)
    .where("message_type", "=", "email")
    .executeTakeFirst();
}

/** Saves a message's sanitised HTML, unless it was erased meanwhile. */
export async function keepSafeHtml(tx: TenantTx, id: string, safe: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set({ safe_html: safe })
    .where("id", "=", id)
    .where("html", "is not", null)
    .where("safe_html", "is", null)
    .execute();
}

/** Returns the URL of each inline image of a message, by Content-ID. */
export async function selectInlineImages(tx: TenantTx, messageId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("ticket_attachments")
    .select(["id", "content_id"])
    .where("message_id", "=", messageId)
    .where("content_id", "is not", null)
    .where("virus", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.content_id ?? "", `/api/messages/${messageId}/images/${row.id}`]));
}

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Selects an inline image of a message, if its type only holds pixels and no virus was found. */
export function selectInlineImage(tx: TenantTx, messageId: string, attachmentId: string) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["file_id", "content_type", "file_size"])
    .where("id", "=", attachmentId)
    .where("message_id", "=", messageId)
    .where("content_type", "in", imageTypes)
    .where("virus", "is", null)
    .executeTakeFirst();
}

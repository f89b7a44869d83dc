import type { Mailbox } from "@deskhand/contract/recipients";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A message that is passed on, its own words without what they quote, and whom it was to; who is in Cc of a mail that it passed on itself is not told. */
export type ForwardedMessage = Awaited<ReturnType<typeof selectForwarded>>[number];

/** What a message `m` of a ticket `t` is about: what came by another ticket, or of other people, bears their subject, and not the ticket's. */
const ownSubject: RawBuilder<string> = sql`coalesce(
  case when m.merged_from_id is not null then (select s.subject from support_tickets s where s.id = m.merged_from_id) end,
  case when m.merged_from_id is not null or m.audience = 'side' then coalesce(
    (select l.subject from mail_log l where l.client_id = m.client_id and l.message_id = m.id and l.state in ('ticket_created', 'reply_added') limit 1),
    (select o.details ->> 'subject' from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id limit 1)) end,
  t.subject)`;

/** Those of these messages that are a ticket's mails, oldest first. */
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
      ownSubject.as("subject"),
      sql<string | null>`case when m.audience = 'side' then m.merged_from_id end`.as("cameBy"),
    ])
    .select(sql<boolean>`t.subject = ${ownSubject}`.as("isOfTicket"))
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

/** The files of these messages, in the order of the thread. */
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

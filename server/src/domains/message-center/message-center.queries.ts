import { limits } from "@deskhand/contract/limits";
import type { MailStage } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { waitsForEarlier } from "../outgoing/index.ts";

export type MailPage = {
  /** Null for all of them. */
  stage: MailStage | null;
  /** "" for no search. */
  search: string;
  before: { at: string; id: string };
  limit: number;
};
export type LeavingRow = Awaited<ReturnType<typeof selectLeaving>>[number];

const stageOf = sql<
  Exclude<MailStage, "scheduled">
>`delivery_stage(outgoing_mails.state, outgoing_mails.held_until, outgoing_mails.bounced_at)`;

/** Selects mails of tickets and scheduled replies, the newest first. Each of the two is read in the order of its own index. */
export function selectLeaving(tx: TenantTx, { stage, search, before, limit }: MailPage) {
  const page = { stage, search, before, limit };
  const mails = tx.selectFrom(ticketMails(tx, page).as("leaving")).selectAll();
  const replies = tx.selectFrom(scheduledReplies(tx, page).as("leaving")).selectAll();
  const rows = stage === "scheduled" ? replies : stage === null ? mails.unionAll(replies) : mails;
  return rows.orderBy("writtenAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

function ticketMails(tx: TenantTx, { stage, search, before: { at, id }, limit }: MailPage) {
  const page = tx
    .selectFrom("outgoing_mails")
    .selectAll()
    .select(stageOf.as("stage"))
    .where("message_id", "is not", null)
    .where(sql<boolean>`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`)
    .$if(stage !== null, (query) => query.where(sql<boolean>`${stageOf} = ${stage}`))
    .$if(search !== "", (query) =>
      query.where(
        sql<boolean>`id = any(array(select find_outgoing_mails(
          ${search}, null, '-infinity', ${at}::timestamptz, ${id}::uuid, ${limit}::int, ${stage ?? "any"})))`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return tx
    .selectFrom(page.as("mail"))
    .innerJoin("ticket_messages as message", "message.id", "mail.message_id")
    .innerJoin("support_tickets as ticket", "ticket.id", "message.ticket_id")
    .leftJoin("customers as customer", "customer.id", "ticket.customer_id")
    .select([
      "mail.id",
      sql<MailStage>`mail.stage`.as("stage"),
      sql<string | null>`case when mail.state = 'queued' and waits_for_earlier(mail.message_id, mail.to_email)
        then ${waitsForEarlier} else mail.last_error end`.as("reason"),
      sql<string>`mail.to_email`.as("to"),
      sql<number>`0`.as("others"),
      sql<string>`coalesce(mail.details ->> 'subject', ticket.subject)`.as("subject"),
      "ticket.id as ticketId",
      "ticket.ticket_number as ticketNumber",
      sql<string | null>`message.id`.as("messageId"),
      sql<boolean>`mail.kind = 'acknowledgement'`.as("isAutomatic"),
      sql<string | null>`message.author_id`.as("authorId"),
      sql<string>`message.author_name`.as("authorName"),
      "mail.created_at as writtenAt",
      "mail.sent_at as sentAt",
      "mail.is_in_outbox as isInOutbox",
      sql<string | null>`case when mail.state = 'queued' then coalesce(mail.held_until, mail.next_try_at) end`.as(
        "nextAt",
      ),
      "mail.attempts",
      // Without an address it would be refused each time.
      sql<boolean>`case mail.stage when 'held' then mail.counted_on is null
        when 'failed' then coalesce(nullif(mail.to_email, ''), customer.email) is not null
        else mail.stage = 'bounced' end`.as("mayTryAgain"),
    ]);
}

/** The addresses that a scheduled reply goes to, in the order of its fields; its customer's where they are found when it is sent. */
const addresses = sql<
  string[]
>`case when reply.reply -> 'recipients' is null then array_remove(array[customer.email], null)
  else array(select person ->> 'email'
    from unnest(array['to', 'cc', 'bcc']) with ordinality as field (name, place),
      jsonb_array_elements(reply.reply -> 'recipients' -> field.name) with ordinality as listed (person, at)
    order by field.place, listed.at) end`;

function scheduledReplies(tx: TenantTx, { search, before: { at, id }, limit }: MailPage) {
  return tx
    .selectFrom("kept_replies as reply")
    .innerJoin("support_tickets as ticket", "ticket.id", "reply.ticket_id")
    .innerJoin("users as author", "author.id", "reply.author_id")
    .leftJoin("customers as customer", "customer.id", "ticket.customer_id")
    .select([
      "reply.id",
      sql<MailStage>`'scheduled'`.as("stage"),
      sql<string | null>`null`.as("reason"),
      sql<string>`coalesce((${addresses})[1], '')`.as("to"),
      sql<number>`greatest(0, cardinality(${addresses}) - 1)`.as("others"),
      sql<string>`ticket.subject`.as("subject"),
      "ticket.id as ticketId",
      "ticket.ticket_number as ticketNumber",
      sql<string | null>`null::uuid`.as("messageId"),
      sql<boolean>`false`.as("isAutomatic"),
      sql<string | null>`reply.author_id`.as("authorId"),
      sql<string>`author.name`.as("authorName"),
      "reply.created_at as writtenAt",
      sql<string | null>`null::timestamptz`.as("sentAt"),
      sql<boolean>`false`.as("isInOutbox"),
      sql<string | null>`reply.due_at`.as("nextAt"),
      sql<number>`0`.as("attempts"),
      sql<boolean>`false`.as("mayTryAgain"),
    ])
    .where("reply.state", "=", "waiting")
    .where("reply.is_later", "=", true)
    .where(sql<boolean>`(reply.created_at, reply.id) < (${at}::timestamptz, ${id}::uuid)`)
    .$if(search !== "", (query) => query.where(holdsAll(search)))
    .orderBy("reply.created_at", "desc")
    .orderBy("reply.id", "desc")
    .limit(limit);
}

/** Whether subject or addresses of a scheduled reply have each typed word in one of its spellings, as find_outgoing_mails asks of mails. */
function holdsAll(search: string) {
  return sql<boolean>`(select bool_and(exists (select from unnest(search_forms(term)) as form
      where searched.letters like '%' || search_like(form) || '%'))
    from (select search_letters(ticket.subject || chr(10) || array_to_string(${addresses}, ' '))) as searched (letters),
      unnest(search_terms(${search})) as term)`;
}

const countTo = sql.lit(limits.leavingMailsCounted);

/** Counts mails of tickets by stage, and scheduled replies, up to a bound each. */
export async function selectCounts(tx: TenantTx) {
  const inStage = (stage: MailStage) => sql<number>`(select count(*)::int from (select from outgoing_mails
    where message_id is not null and ${stageOf} = ${sql.lit(stage)} limit ${countTo}) as listed)`;
  return tx
    .selectNoFrom([
      inStage("waiting").as("waiting"),
      sql<number>`(select count(*)::int from (select from kept_replies where state = 'waiting' and is_later limit ${countTo}) as listed)`.as(
        "scheduled",
      ),
      inStage("held").as("held"),
      inStage("failed").as("failed"),
      inStage("bounced").as("bounced"),
    ])
    .executeTakeFirstOrThrow();
}

/** Selects the tickets with these ids, for the drafts on them. */
export function selectDraftTickets(tx: TenantTx, ids: string[]) {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber", "subject"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Selects a mail of a ticket, as far as trying it again needs it. */
export function selectTriable(tx: TenantTx, id: string) {
  return tx
    .selectFrom("outgoing_mails")
    .innerJoin("ticket_messages as message", "message.id", "outgoing_mails.message_id")
    .select([
      "message.ticket_id as ticketId",
      "message.id as messageId",
      stageOf.as("stage"),
      "outgoing_mails.last_error as reason",
    ])
    .where("outgoing_mails.id", "=", id)
    .executeTakeFirst();
}

import type { LoggedKind } from "@deskhand/contract/mail/mail-kinds";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { waitsForEarlier } from "../../outgoing/index.ts";
import { type LogPage, longAgo } from "./log.queries.ts";

export type StoredState = Selectable<Database["outgoing_mails"]>["state"];

/** Returns outgoing mails, the newest first. */
export function selectOutgoing(tx: TenantTx, { search, state, from = longAgo, before, limit }: LogPage<StoredState>) {
  const { at, id } = before;
  return outgoing(tx)
    .$if(search !== "", (query) =>
      query.where(
        sql<boolean>`mail.id = any(array(select find_outgoing_mails(
          ${search}, ${state ?? null}, ${from}::timestamptz, ${at}::timestamptz, ${id}::uuid, ${limit}::int)))`,
      ),
    )
    .$if(search === "" && state !== undefined, (query) => query.where("mail.state", "=", state ?? "queued"))
    .where("mail.created_at", ">=", from)
    .where(sql<boolean>`(mail.created_at, mail.id) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy("mail.created_at", "desc")
    .orderBy("mail.id", "desc")
    .limit(limit)
    .execute();
}

/** Returns one outgoing mail with its details. */
export function selectOutgoingEntry(tx: TenantTx, id: string) {
  return outgoing(tx)
    .select([
      "mail.mail_message_id as messageId",
      "mail.message_id as ticketMessageId",
      "mail.sent_at as sentAt",
      sql<boolean>`mail.details ? 'sealedToken'`.as("hasLink"),
      sql<boolean>`mail.state = 'queued' and mail.held_until is not null and mail.counted_on is null`.as("isHeld"),
    ])
    .where("mail.id", "=", id)
    .executeTakeFirst();
}
export type OutgoingEntry = NonNullable<Awaited<ReturnType<typeof selectOutgoingEntry>>>;

function outgoing(tx: TenantTx) {
  return tx
    .selectFrom("outgoing_mails as mail")
    .leftJoin("ticket_messages as message", (join) =>
      join.onRef("message.client_id", "=", "mail.client_id").onRef("message.id", "=", "mail.message_id"),
    )
    .leftJoin("support_tickets as ticket", (join) =>
      join.onRef("ticket.client_id", "=", "message.client_id").onRef("ticket.id", "=", "message.ticket_id"),
    )
    .select([
      "mail.id",
      // Hides whether an invited person already has an account elsewhere.
      sql<LoggedKind>`case mail.kind when 'invitation_known' then 'invitation' else mail.kind end`.as("kind"),
      "mail.state",
      sql<string | null>`case when mail.state = 'queued' and waits_for_earlier(mail.message_id, mail.to_email)
        then ${waitsForEarlier} else mail.last_error end`.as("reason"),
      "mail.is_in_outbox as isInOutbox",
      "mail.created_at as at",
      "mail.to_email as to",
      sql<string | null>`mail.details ->> 'subject'`.as("subject"),
      "ticket.id as ticketId",
      "ticket.ticket_number as ticketNumber",
      "mail.attempts",
      // A mail that exceeds the day's limit waits until it may be sent.
      sql<string | null>`case when mail.state = 'queued' then coalesce(mail.held_until, mail.next_try_at) end`.as(
        "nextTryAt",
      ),
      sql<string | null>`case when mail.state = 'queued' and mail.held_until > now() then mail.held_until end`.as(
        "heldUntil",
      ),
    ]);
}

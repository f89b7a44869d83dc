import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { OutlookThread } from "../../outgoing/index.ts";
import type { Answerable } from "../../tickets/index.ts";
import { organisationOf } from "../authenticate/domains.ts";

const ofMessage = (message: string) =>
  sql`from mail_log l where l.client_id = ${sql.ref(`${message}.client_id`)} and l.message_id = ${sql.ref(`${message}.id`)}`;

/** Whether the mail that brought `message`, the alias of a message's row, had this result when its sender was checked. */
export function isChecked(message: string, result: "pass" | "fail") {
  return sql<boolean>`exists (select ${ofMessage(message)} and l.sender_check = ${sql.lit(result)})`;
}

/** The subject of the mail that brought `message`, the alias of a message's row. */
export function mailSubjectOf(message: string) {
  return sql<
    string | null
  >`(select l.subject ${ofMessage(message)} and l.state in ('ticket_created', 'reply_added') limit 1)`;
}

/** Whether a program may answer these messages, by their ids, and what their mails prove; null where none may. */
export async function selectAnswerable(
  tx: TenantTx,
  messageIds: readonly string[],
): Promise<Map<string, Answerable | null>> {
  const rows = await tx
    .selectFrom("mail_log")
    .select(["message_id as messageId", "may_answer as proof", "from_email as email"])
    .where("message_id", "=", sql<string>`any(${messageIds}::uuid[])`)
    .where("may_answer", "is not", null)
    .execute();
  const found = rows.map(({ messageId, proof, email }) => {
    const answerable = { isProven: proof === "proven", organisation: organisationOf(email ?? "") };
    return [messageId ?? "", proof === "no" ? null : answerable] as const;
  });
  return new Map(found);
}

/** How many mails were kept off `ticket`, the alias of a ticket's row, because two programs kept answering each other. */
export function heldBackOf(ticket: string) {
  return sql<number>`(select count(*) from mail_log l where l.client_id = ${sql.ref(`${ticket}.client_id`)}
    and l.ticket_id = ${sql.ref(`${ticket}.id`)} and l.state = 'loop_stopped')`;
}

/**
 * The Outlook conversation of the mail that brought a message. A message that was enclosed in that mail has none here, as it began
 * in another conversation. The topic of a forward may be its colleague's own words.
 */
export function outlookOf(messageId: string | null) {
  return sql<OutlookThread | null>`(select json_build_object('index', l.thread_index, 'topic', case when not exists (
      select from ticket_messages f where f.id = l.message_id and f.passed_on = 'forward') then l.thread_topic end) from mail_log l
    where l.message_id = ${messageId}::uuid and l.thread_index is not null and not exists (
      select from ticket_messages f where f.id = l.message_id and f.original_mail_id is not null and f.enclosed is not null)
    limit 1)`;
}

/**
 * Says what the mails from an address prove: "pass" if one was proven to come from it, "nothing" if none was, null if none came.
 * Mails that were found to be forged do not count.
 */
export async function selectProof(tx: TenantTx, address: string): Promise<"pass" | "nothing" | null> {
  const mail = await tx
    .selectFrom("mail_log")
    .select("sender_check")
    .where("from_email", "=", address)
    .where("state", "in", ["ticket_created", "reply_added"])
    .where(sql<boolean>`sender_check is distinct from 'fail'`)
    .orderBy(sql`sender_check = 'pass'`, (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!mail) return null;
  return mail.sender_check === "pass" ? "pass" : "nothing";
}

const auditedMails: AuditAction[] = ["mail.processed-again", "mail.released", "mail.ticket-made"];

/** The name of the mail that `entry`, a row of the audit log, is about. */
export function nameOfAudited() {
  return sql<string | null>`case
  when action = any(${sql.val(auditedMails)}::text[]) then (select concat_ws(' from ', '"' || nullif(subject, '') || '"',
    coalesce(from_email, nullif(envelope_from, ''))) from mail_log where id = entry.subject_id::uuid)
  when action = 'mail.tried-again' then (select concat_ws(' to ', '"' || (details ->> 'subject') || '"', to_email)
    from outgoing_mails where id = entry.subject_id::uuid) end`;
}

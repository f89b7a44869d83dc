import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { type CompiledQuery, sql } from "kysely";
import { rawQuery } from "../../../platform/db/raw-query.ts";

/** A message in the thread longer than this is cut; `messages.getOriginal` has the whole. */
const threadContentLength = 20_000;

/** An attachment's row `a` as the contract's attachment. */
const attachmentText = `json_build_object('id', a.id, 'filename', a.filename, 'fileSize', a.file_size,
  'mimeType', a.content_type, 'isInline', a.is_inline, 'url', a.storage_path, 'uploadedBy', a.uploaded_by,
  'createdAt', iso(a.created_at))`;

/** The mail `o` that a message `m` goes out as; only what colleagues wrote here does. */
const mailText = `left join outgoing_mails o on o.client_id = m.client_id and o.message_id = m.id`;
export const joinedMail = sql.raw(mailText);

/** A message row `m`, its mail `o` joined, as the contract's message. */
const messageText = `json_build_object(
  'id', m.id, 'ticketId', m.ticket_id, 'content', left(m.content, ${threadContentLength}),
  'isCut', char_length(m.content) > ${threadContentLength},
  'hasQuote', m.full_content is not null, 'hasHtml', m.html is not null, 'isFromCustomer', m.is_from_customer,
  'isAutomatic', m.is_automatic, 'authorId', m.author_id, 'authorName', m.author_name,
  'authorEmail', m.author_email, 'threadingReason', m.threading_reason, 'deliveryState', case o.state when 'queued' then 'sending' else o.state end,
  'deliveryError', case o.state when 'failed' then o.last_error end,
  'attachments', coalesce((select json_agg(${attachmentText} order by a.created_at, a.id) from (
      select * from ticket_attachments where client_id = m.client_id and message_id = m.id
      order by created_at, id limit ${limits.filesWithMessage}) a), '[]'),
  'attachmentCount', (select count(*) from ticket_attachments a where a.client_id = m.client_id and a.message_id = m.id),
  'createdAt', iso(m.created_at))`;
export const messageJson = sql.raw(messageText);

/** A note's row `m` as the contract's note. */
const noteText = `json_build_object('id', m.id, 'ticketId', m.ticket_id, 'content', m.content,
  'authorId', m.author_id, 'authorName', m.author_name, 'createdAt', iso(m.created_at))`;
export const noteJson = sql.raw(noteText);

// One text for every ticket: neither Kysely nor PostgreSQL compiles it twice.
const detailText = `
    select json_build_object(
      'id', t.id, 'ticketNumber', t.ticket_number, 'subject', t.subject, 'preview', t.preview, 'status', t.status,
      'priority', t.priority, 'category', t.category, 'tags', t.labels, 'customerId', t.customer_id,
      'customer', (select json_build_object('id', c.id, 'name', c.name, 'email', c.email) from customers c
        where c.client_id = t.client_id and c.id = t.customer_id),
      'assignedTo', t.assigned_to, 'createdAt', iso(t.created_at), 'updatedAt', iso(t.updated_at),
      'dueDate', iso(t.due_date), 'messageCount', t.message_count, 'attachmentCount', t.attachment_count,
      'description', left(t.description, ${limits.replyLength}), 'source', t.source, 'createdBy', t.created_by,
      'noteCount', t.note_count, 'hasOlderMessages', t.message_count > ${limits.threadPageSize},
      'messages', coalesce((select json_agg(${messageText} order by m.created_at, m.id) from (
          select * from ticket_messages where client_id = t.client_id and ticket_id = t.id and message_type = 'email'
          order by created_at desc, id desc limit ${limits.threadPageSize}) m ${mailText}), '[]'),
      'hasOlderNotes', t.note_count > ${limits.threadPageSize},
      'notes', coalesce((select json_agg(${noteText} order by m.created_at, m.id) from (
          select * from ticket_messages where client_id = t.client_id and ticket_id = t.id and message_type = 'internal'
          order by created_at desc, id desc limit ${limits.threadPageSize}) m), '[]'),
      'heldBackMails', (select count(*) from mail_log l
        where l.client_id = t.client_id and l.ticket_id = t.id and l.state = 'loop_stopped')
    ) as detail
    from support_tickets t where t.id = $1`;

/** The whole detail of a ticket as the contract has it, made by the database in one statement; no row where there is none. */
export function ticketDetailQuery(id: string): CompiledQuery<{ detail: TicketDetail }> {
  return rawQuery(detailText, [id]);
}

import { limits } from "@deskhand/contract/limits";
import type { Message, Note } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { sql } from "kysely";
import { statement } from "../../../platform/db/statement.ts";
import { cardText } from "../list/ticket-card.queries.ts";
import type { CardRow } from "../list/ticket-card.ts";

/** A message in the thread longer than this is cut; `messages.getOriginal` has the whole. */
const threadContentLength = 20_000;

/** An attachment's row `a` as the contract's attachment. */
const attachmentJson = sql`json_build_object('id', a.id, 'filename', a.filename, 'fileSize', a.file_size,
  'mimeType', a.content_type, 'isInline', a.is_inline, 'isProgram', a.is_program,
  'scan', a.scan, 'virus', a.virus, 'url', a.storage_path, 'uploadedBy', a.uploaded_by,
  'createdAt', iso(a.created_at))`;

/** A message's row `m`, with the mail `o` it goes out as joined, as the contract's message. */
export const messageJson = sql<Message>`json_build_object(
  'id', m.id, 'ticketId', m.ticket_id, 'content', left(m.content, ${sql.lit(threadContentLength)}),
  'isCut', char_length(m.content) > ${sql.lit(threadContentLength)},
  'folded', case when m.full_content is null then null when m.left_history and m.left_signature then 'both'
    when m.left_history then 'history' when m.left_signature then 'signature' else 'rest' end, 'hasHtml', m.html is not null, 'isFromCustomer', m.is_from_customer,
  'isAutomatic', m.is_automatic, 'authorId', m.author_id, 'authorName', m.author_name,
  'authorEmail', m.author_email, 'isUnverified', m.is_unverified, 'threadingReason', m.threading_reason,
  'deliveryState', case o.state when 'queued' then 'sending' else o.state end,
  'deliveryError', case when o.state = 'failed' or o.held_until > now() then o.last_error
    when o.held_until is null then 'Not sent yet, and tried again by itself: ' || o.last_error end,
  'attachments', coalesce((select json_agg(${attachmentJson} order by a.created_at, a.id) from (
      select * from ticket_attachments where client_id = m.client_id and message_id = m.id
      order by created_at, id limit ${sql.lit(limits.filesWithMessage)}) a), '[]'),
  'attachmentCount', (select count(*) from ticket_attachments a where a.client_id = m.client_id and a.message_id = m.id),
  'createdAt', iso(m.created_at))`;

/** A note's row `m` as the contract's note. */
export const noteJson = sql<Note>`json_build_object('id', m.id, 'ticketId', m.ticket_id, 'content', m.content,
  'authorId', m.author_id, 'authorName', m.author_name, 'createdAt', iso(m.created_at))`;

/** A ticket's card, and what its dialog shows besides. */
export type DetailRow = CardRow & Omit<TicketDetail, keyof CardRow | "customer">;

/** The whole detail of a ticket in one statement; no row where there is none. */
export const ticketDetailQuery = statement<{ id: string; reader: string }, DetailRow>(
  new URL("./ticket-detail.sql", import.meta.url),
  {
    card: cardText,
    message: messageJson,
    note: noteJson,
    descriptionLength: limits.replyLength,
    pageSize: limits.threadPageSize,
  },
);

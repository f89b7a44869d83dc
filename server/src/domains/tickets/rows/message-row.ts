import { defaultCustomerName, limits } from "@deskhand/contract/limits";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { storableText } from "../../../platform/storable-text.ts";

export type NewMessage = {
  id: string;
  ticketId: string;
  type: "email" | "internal";
  /** The new text, without the quoted history. */
  content: string;
  /** The whole text; null when nothing was left out. */
  fullContent: string | null;
  /** What was left out of `content`, where that is known. */
  leftOut?: { history: boolean; signature: boolean } | null;
  html: string | null;
  /** What is shown of it (`safeHtml`); absent, it is made when somebody wants to see it. */
  safeHtml?: string | null;
  isFromCustomer: boolean;
  isAutomatic: boolean;
  authorId: string | null;
  authorName: string;
  /** The address a customer's mail came from. */
  authorEmail: string | null;
  /** Whether its sender could not be verified; absent, nobody doubts it. */
  isUnverified?: boolean;
  /** The mail's Message-ID, without angle brackets. */
  mailMessageId: string | null;
  threadingReason: ThreadingReason | null;
  idempotencyKey: string | null;
  /** The ticket that it came by, where that was merged into this one. */
  mergedFromId?: string | null;
  createdAt?: string;
};

/** A message's row but for its time. The lengths are those of the columns: what comes by mail may be longer, and hold what no text of the database may. */
export function messageRow(message: NewMessage) {
  return {
    id: message.id,
    ticket_id: message.ticketId,
    message_type: message.type,
    content: storableText(message.content),
    full_content: message.fullContent === null ? null : storableText(message.fullContent),
    left_history: message.leftOut?.history ?? null,
    left_signature: message.leftOut?.signature ?? null,
    html: message.html === null ? null : storableText(message.html),
    safe_html: message.safeHtml == null ? null : storableText(message.safeHtml),
    is_from_customer: message.isFromCustomer,
    is_automatic: message.isAutomatic,
    author_id: message.authorId,
    author_name: storableText(message.authorName, limits.customerNameLength).trim() || defaultCustomerName,
    author_email: message.authorEmail === null ? null : storableText(message.authorEmail, limits.emailAddressLength),
    is_unverified: message.isUnverified ?? false,
    mail_message_id: message.mailMessageId === null ? null : storableText(message.mailMessageId, 998),
    threading_reason: message.threadingReason,
    idempotency_key: message.idempotencyKey,
    merged_from_id: message.mergedFromId ?? null,
  };
}

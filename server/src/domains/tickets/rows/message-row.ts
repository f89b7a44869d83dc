import type { Enclosed } from "@deskhand/contract/desk/enclosed";
import { defaultCustomerName, limits } from "@deskhand/contract/limits";
import { findNamedNumbers } from "@deskhand/contract/mentions/named-numbers";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import {
  archivedStatuses,
  type ChannelName,
  type MessageAudience,
  type PassedOnBy,
  type ThreadingReason,
  type TicketStatus,
} from "@deskhand/contract/vocabulary";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { NamedRecipient } from "./messages.queries.ts";

export type NewMessage = {
  id: string;
  ticketId: string;
  type: "email" | "internal";
  /** Absent, e-mail. */
  channel?: ChannelName;
  /** The new text, without the quoted history. */
  content: string;
  /** The whole text; null if nothing was left out. */
  fullContent: string | null;
  /** What was left out of `content`, if known. */
  leftOut?: { history: boolean; signature: boolean } | null;
  html: string | null;
  /** The sanitised HTML; absent, it is made when the message is first viewed. */
  safeHtml?: string | null;
  /** The mail's text part, if it differs from its HTML. */
  otherText?: string | null;
  /** Its encryption or signature, and what it encloses. */
  enclosed?: Enclosed | null;
  isFromCustomer: boolean;
  isAutomatic: boolean;
  /** The name of the rule that had it sent, if one did. */
  byRule?: string | null;
  authorId: string | null;
  authorName: string;
  /** The address a customer's mail came from. */
  authorEmail: string | null;
  /** The person to answer, if not the sender's address. */
  answersTo?: Mailbox | null;
  /** Absent, the ticket's customer is on it. */
  audience?: MessageAudience;
  /** Absent, nothing passed it on. */
  passedOn?: PassedOnBy | null;
  /** The mailing list that passed it on. */
  list?: Mailbox | null;
  /** Everybody in To, Cc and Bcc, and further authors and people to answer. */
  recipients?: readonly NamedRecipient[];
  /** Texts in its address fields that are no addresses. */
  unreadAddresses?: readonly string[];
  /** The number of addresses beyond those that are stored. */
  leftOutAddresses?: number;
  /** Whether its sender could not be verified; absent, nobody doubts it. */
  isUnverified?: boolean;
  /** The address it was written from, if answers go elsewhere. */
  writtenFrom?: WrittenFrom | null;
  /** The mail's Message-ID, without angle brackets. */
  mailMessageId: string | null;
  /** The Message-ID of the mail that a colleague forwarded with it, which answers refer to; absent if unknown or none. */
  originalMailId?: string | null;
  /** The subject of that mail; absent if unknown or none. */
  originalSubject?: string | null;
  threadingReason: ThreadingReason | null;
  idempotencyKey: string | null;
  /** The merged ticket that it came by. */
  mergedFromId?: string | null;
  /** For imported messages, when it was written; absent, now. */
  createdAt?: string;
  /** When the desk accepted its mail, which is its place in the thread, even if it was read or released from quarantine later. */
  acceptedAt?: string;
};

/** Serializes to JSON without characters that the database refuses. */
function storableJson(enclosed: Enclosed): string {
  return JSON.stringify(enclosed, (_, value: unknown) => (typeof value === "string" ? storableText(value) : value));
}

/**
 * Extracts the numbers that texts name, to find orders and parcels by them (docs/product.md#the-order-of-a-ticket). What HTML strikes out
 * ("~~1042~~") names nothing.
 */
export function namedNumbers(...texts: string[]): string {
  const said = texts.map((text) => storableText(text).replace(/~{2}[^~\n]{1,500}~{2}/g, " "));
  return JSON.stringify(said.flatMap(findNamedNumbers));
}

function isCustomerMessage({ type, isFromCustomer, isAutomatic }: NewMessage): boolean {
  return type === "email" && isFromCustomer && !isAutomatic;
}

/** Builds a message's row, without its times. Texts from mail are cut to their columns and lose characters that the database refuses. */
export function messageRow(message: NewMessage) {
  return {
    id: message.id,
    ticket_id: message.ticketId,
    message_type: message.type,
    channel: message.channel ?? "email",
    content: storableText(message.content),
    named_numbers: isCustomerMessage(message) ? namedNumbers(message.content) : null,
    full_content: message.fullContent === null ? null : storableText(message.fullContent),
    left_history: message.leftOut?.history ?? null,
    left_signature: message.leftOut?.signature ?? null,
    html: message.html === null ? null : storableText(message.html),
    safe_html: message.safeHtml == null ? null : storableText(message.safeHtml),
    other_text: message.otherText == null ? null : storableText(message.otherText),
    enclosed: message.enclosed == null ? null : storableJson(message.enclosed),
    is_from_customer: message.isFromCustomer,
    is_automatic: message.isAutomatic,
    by_rule: message.byRule ?? null,
    author_id: message.authorId,
    author_name: storableText(message.authorName, limits.customerNameLength).trim() || defaultCustomerName,
    author_email: message.authorEmail === null ? null : storableText(message.authorEmail, limits.emailAddressLength),
    answers_to: message.answersTo ? storableText(message.answersTo.email, limits.emailAddressLength) : null,
    answers_to_name: message.answersTo?.name ? storableText(message.answersTo.name, limits.customerNameLength) : null,
    audience: message.audience ?? "customer",
    passed_on: message.passedOn ?? null,
    list_email: message.list ? storableText(message.list.email, limits.emailAddressLength) : null,
    list_name: message.list?.name ? storableText(message.list.name, limits.customerNameLength) : null,
    unread_addresses: message.unreadAddresses?.length
      ? message.unreadAddresses.map((text) => storableText(text))
      : null,
    left_out_addresses: message.leftOutAddresses || null,
    is_unverified: message.isUnverified ?? false,
    ...writtenFromColumns(message.writtenFrom ?? null),
    mail_message_id: message.mailMessageId === null ? null : storableText(message.mailMessageId, 998),
    original_mail_id: message.originalMailId == null ? null : storableText(message.originalMailId, 998),
    original_subject:
      message.originalSubject == null ? null : storableText(message.originalSubject, limits.mailSubjectLength),
    threading_reason: message.threadingReason,
    idempotency_key: message.idempotencyKey,
    merged_from_id: message.mergedFromId ?? null,
  };
}

/** Returns the columns of a message or a ticket for the address it was written from (docs/product.md#whose-words-they-are). */
export function writtenFromColumns(writtenFrom: WrittenFrom | null) {
  return {
    written_from: writtenFrom && storableText(writtenFrom.email, limits.emailAddressLength),
    is_written_by_store: writtenFrom?.isStores ?? false,
  };
}

const archived: readonly TicketStatus[] = archivedStatuses;

/** Returns the columns that a new status sets: it clears the mark of a woken ticket, and an archived one is not snoozed. */
export function statusColumns(status: TicketStatus) {
  return { status, woken_at: null, ...(archived.includes(status) && { snoozed_until: null }) };
}

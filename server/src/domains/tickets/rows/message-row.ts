import type { Enclosed } from "@deskhand/contract/desk/enclosed";
import { defaultCustomerName, limits } from "@deskhand/contract/limits";
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
import { findNamedNumbers } from "../../orders/index.ts";
import type { NamedRecipient } from "./messages.queries.ts";

export type NewMessage = {
  id: string;
  ticketId: string;
  type: "email" | "internal";
  /** By which way it comes or goes; absent, by e-mail. */
  channel?: ChannelName;
  /** The new text, without the quoted history. */
  content: string;
  /** The whole text; null when nothing was left out. */
  fullContent: string | null;
  /** What was left out of `content`, where that is known. */
  leftOut?: { history: boolean; signature: boolean } | null;
  html: string | null;
  /** What is shown of it (`safeHtml`); absent, it is made when somebody wants to see it. */
  safeHtml?: string | null;
  /** What it says as text, where that is other words than its HTML's. */
  otherText?: string | null;
  /** How it is protected and what it encloses. */
  enclosed?: Enclosed | null;
  isFromCustomer: boolean;
  isAutomatic: boolean;
  authorId: string | null;
  authorName: string;
  /** The address a customer's mail came from. */
  authorEmail: string | null;
  /** Whom an answer to it goes to, where that is not the address it came from. */
  answersTo?: Mailbox | null;
  /** Whether its ticket's customer is on it; absent, they are. */
  audience?: MessageAudience;
  /** What passed it on; absent, nothing. */
  passedOn?: PassedOnBy | null;
  /** The mailing list, where one passed it on. */
  list?: Mailbox | null;
  /** Whom it names in To, Cc and Bcc, or wrote it or is answered beside the first. */
  recipients?: readonly NamedRecipient[];
  /** What it names that is no address. */
  unreadAddresses?: readonly string[];
  /** How many more addresses it names than are kept of it. */
  leftOutAddresses?: number;
  /** Whether its sender could not be verified; absent, nobody doubts it. */
  isUnverified?: boolean;
  /** Where it came from, where its ticket's answers go elsewhere; absent, they go there. */
  writtenFrom?: WrittenFrom | null;
  /** The mail's Message-ID, without angle brackets. */
  mailMessageId: string | null;
  /** That of the mail that a colleague passed on by it, which answers name; absent, it is not known or there is none. */
  originalMailId?: string | null;
  threadingReason: ThreadingReason | null;
  idempotencyKey: string | null;
  /** The ticket that it came by, where that was merged into this one. */
  mergedFromId?: string | null;
  /** When it was written, where that is not now: with its history, as an import has it. */
  createdAt?: string;
  /** When the desk accepted its mail, which is its place in the thread: it may have been read, or let out of quarantine, later. */
  acceptedAt?: string;
};

/** As the database holds it: no text of it has what a text of the database may not. */
function storableJson(enclosed: Enclosed): string {
  return JSON.stringify(enclosed, (_, value: unknown) => (typeof value === "string" ? storableText(value) : value));
}

/** What is kept of texts for finding orders and parcels by the numbers that they name (docs/product.md#the-order-of-a-ticket). */
export function namedNumbers(...texts: string[]): string {
  return JSON.stringify(texts.flatMap((text) => findNamedNumbers(storableText(text))));
}

function isCustomersWord({ type, isFromCustomer, isAutomatic }: NewMessage): boolean {
  return type === "email" && isFromCustomer && !isAutomatic;
}

/** A message's row but for its time. The lengths are those of the columns: what comes by mail may be longer, and hold what no text of the database may. */
export function messageRow(message: NewMessage) {
  return {
    id: message.id,
    ticket_id: message.ticketId,
    message_type: message.type,
    channel: message.channel ?? "email",
    content: storableText(message.content),
    named_numbers: isCustomersWord(message) ? namedNumbers(message.content) : null,
    full_content: message.fullContent === null ? null : storableText(message.fullContent),
    left_history: message.leftOut?.history ?? null,
    left_signature: message.leftOut?.signature ?? null,
    html: message.html === null ? null : storableText(message.html),
    safe_html: message.safeHtml == null ? null : storableText(message.safeHtml),
    other_text: message.otherText == null ? null : storableText(message.otherText),
    enclosed: message.enclosed == null ? null : storableJson(message.enclosed),
    is_from_customer: message.isFromCustomer,
    is_automatic: message.isAutomatic,
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
    threading_reason: message.threadingReason,
    idempotency_key: message.idempotencyKey,
    merged_from_id: message.mergedFromId ?? null,
  };
}

/** The columns of a message or a ticket that say where its mail came from (docs/product.md#whose-words-they-are). */
export function writtenFromColumns(writtenFrom: WrittenFrom | null) {
  return {
    written_from: writtenFrom && storableText(writtenFrom.email, limits.emailAddressLength),
    is_written_by_store: writtenFrom?.isStores ?? false,
  };
}

const archived: readonly TicketStatus[] = archivedStatuses;

/** What a new status changes of a ticket's row: whoever gives it has taken it up after its snooze, and what is done is put off no more. */
export function takenUp(status: TicketStatus) {
  return { status, woken_at: null, ...(archived.includes(status) && { snoozed_until: null }) };
}

import { createReadStream } from "node:fs";
import { defaultCustomerName } from "@deskhand/contract/limits";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type StoredFile, storeFile } from "../../../platform/storage/files.ts";
import { findOrCreateCustomer } from "../../customers/index.ts";
import { withoutTicketLabel } from "../../outgoing/index.ts";
import { addAttachments, addCustomerMessage, createTicket, previewText } from "../../tickets/index.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { MailAttachment } from "../parse/parsed-mail.ts";
import type { ReadMail } from "../parse/read-mail.ts";
import { storableText } from "../storable-text.ts";
import type { MailAuthor } from "./find-mail-author.ts";

type Placed = { ticketId: string; messageId: string };

/** Makes a ticket of a mail, with its first message and attachments; `customer` null when no customer wrote it. */
export async function addTicketFromMail(
  tx: TenantTx,
  read: ReadMail,
  customer: MailAuthor | null,
  authorName: string | null,
): Promise<Placed & { ticketNumber: number }> {
  // Bytes first: the tenant's ticket number is held from here to the commit.
  const files = await storeAttachments(tx, read);
  const texts = textsOf(read, customer?.isForwarded ?? false);
  const known = customer ? await findOrCreateCustomer(tx, customer) : null;
  const ticket = await createTicket(tx, {
    // A label that did not put the mail on its ticket would name the wrong one here.
    subject: storableText(withoutTicketLabel(read.cleanSubject), 255).trim() || "No Subject",
    description: storableText(texts.content, intakeLimits.descriptionLength),
    preview: storableText(previewText(texts.content), 160),
    source: "email",
    customerId: known?.id ?? null,
    createdBy: null,
  });
  const author = { name: known?.name ?? customer?.name ?? authorName, email: customer?.email ?? null };
  const messageId = await addMessage(tx, read, ticket.id, texts, author, "new_conversation", false, files);
  return { ticketId: ticket.id, ticketNumber: ticket.ticketNumber, messageId };
}

/** Adds a mail to a ticket, which the caller has locked. */
export async function addMailToTicket(
  tx: TenantTx,
  read: ReadMail,
  ticketId: string,
  author: MailAuthor | null,
  reason: ThreadingReason,
  isAutomatic: boolean,
): Promise<Placed> {
  const files = await storeAttachments(tx, read);
  const texts = textsOf(read, author?.isForwarded ?? false);
  const writer = { name: author?.name ?? author?.email ?? null, email: author?.email ?? null };
  const messageId = await addMessage(tx, read, ticketId, texts, writer, reason, isAutomatic, files);
  return { ticketId, messageId };
}

type Texts = { content: string; fullContent: string | null };

function textsOf({ fullText, newText, hasQuote }: ReadMail, isForwarded: boolean): Texts {
  const whole = storableText(fullText);
  // What a staff member forwards is the customer's own mail, although it looks quoted.
  const content = isForwarded ? whole : storableText(newText);
  if (content.trim() === "") return { content: whole.trim(), fullContent: null };
  return { content, fullContent: hasQuote && !isForwarded ? whole : null };
}

type Kept = { attachment: MailAttachment<string | null>; file: StoredFile };

async function storeAttachments(tx: TenantTx, { parsed }: ReadMail): Promise<Kept[]> {
  const files: Kept[] = [];
  for (const attachment of parsed.attachments) {
    if (attachment.storedAs === null) throw new TypeError("The mail was read without keeping its attachments");
    files.push({ attachment, file: await storeFile(tx, createReadStream(attachment.storedAs)) });
  }
  return files;
}

async function addMessage(
  tx: TenantTx,
  { parsed }: ReadMail,
  ticketId: string,
  texts: Texts,
  author: { name: string | null; email: string | null },
  threadingReason: ThreadingReason,
  isAutomatic: boolean,
  files: Kept[],
): Promise<string> {
  const message = await addCustomerMessage(tx, {
    ticketId,
    ...texts,
    html: parsed.html === null ? null : storableText(parsed.html),
    authorName: storableText(author.name ?? "", 200).trim() || defaultCustomerName,
    authorEmail: author.email,
    mailMessageId: parsed.messageId ? storableText(parsed.messageId.replace(/^<|>$/g, ""), 998) : null,
    threadingReason,
    isAutomatic,
  });
  await addAttachments(
    tx,
    files.map(({ attachment, file }) => ({
      ticketId,
      messageId: message.id,
      fileId: file.id,
      filename: storableText(attachment.name, 255) || "attachment",
      size: file.size,
      contentType: storableText(attachment.contentType, 200),
      contentId: attachment.contentId === null ? null : storableText(attachment.contentId, 998),
      isInline: attachment.isInline,
      uploadedBy: null,
    })),
  );
  return message.id;
}

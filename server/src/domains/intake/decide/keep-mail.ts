import { createReadStream } from "node:fs";
import { defaultCustomerName } from "@deskhand/contract/limits";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { storeFile } from "../../../platform/storage/files.ts";
import { findOrCreateCustomer } from "../../customers/index.ts";
import { withoutTicketLabel } from "../../outgoing/index.ts";
import {
  addCustomerMessage,
  type CustomerMessage,
  createTicketFromMessage,
  type LockedTicket,
  type NewFile,
  previewText,
} from "../../tickets/index.ts";
import type { ReadMail } from "../read/read-mail.ts";
import type { MailAuthor } from "./find-mail-author.ts";

type Kept = { ticketId: string; messageId: string };

/** Makes a ticket of a mail, with its first message and attachments; `customer` null when no customer wrote it. */
export async function keepAsTicket(
  tx: TenantTx,
  read: ReadMail,
  customer: MailAuthor | null,
  authorName: string | null,
): Promise<Kept> {
  // Bytes first: the tenant's ticket number is held from here to the commit.
  const files = await storeAttachments(tx, read);
  const known = customer ? await findOrCreateCustomer(tx, customer) : null;
  const message = messageOf(read, customer, known?.name ?? customer?.name ?? authorName, files, false);
  const { ticketId, messageId } = await createTicketFromMessage(
    tx,
    {
      // A label that did not put the mail on its ticket would name the wrong one here.
      subject: withoutTicketLabel(read.cleanSubject),
      description: message.content,
      preview: previewText(message.content),
      source: "email",
      customerId: known?.id ?? null,
      createdBy: null,
    },
    message,
  );
  return { ticketId, messageId };
}

/** Adds a mail to a ticket, which the caller has locked. */
export async function keepOnTicket(
  tx: TenantTx,
  read: ReadMail,
  { ticket, reason }: { ticket: LockedTicket; reason: ThreadingReason },
  author: MailAuthor | null,
  isAutomatic: boolean,
): Promise<Kept> {
  const files = await storeAttachments(tx, read);
  const message = messageOf(read, author, author?.name ?? author?.email ?? null, files, isAutomatic);
  const { id } = await addCustomerMessage(tx, ticket, message, reason);
  return { ticketId: ticket.id, messageId: id };
}

function messageOf(
  { parsed, fullText, newText, hasQuote }: ReadMail,
  author: MailAuthor | null,
  authorName: string | null,
  files: NewFile[],
  isAutomatic: boolean,
): CustomerMessage {
  // What a staff member forwards is the customer's own mail, although it looks quoted.
  const isForwarded = author?.isForwarded ?? false;
  const own = isForwarded ? fullText : newText;
  const isEmpty = own.trim() === "";
  return {
    content: isEmpty ? fullText.trim() : own,
    fullContent: hasQuote && !isForwarded && !isEmpty ? fullText : null,
    html: parsed.html,
    authorName: authorName ?? defaultCustomerName,
    authorEmail: author?.email ?? null,
    mailMessageId: parsed.messageId ? parsed.messageId.replace(/^<|>$/g, "") : null,
    isAutomatic,
    files,
  };
}

async function storeAttachments(tx: TenantTx, { parsed }: ReadMail): Promise<NewFile[]> {
  const files: NewFile[] = [];
  for (const { storedAs, name: filename, contentType, contentId, isInline } of parsed.attachments) {
    if (storedAs === null) throw new TypeError("The mail was read without keeping its attachments");
    const { id: fileId, size } = await storeFile(tx, createReadStream(storedAs));
    files.push({ fileId, filename, size, contentType, contentId, isInline, uploadedBy: null });
  }
  return files;
}

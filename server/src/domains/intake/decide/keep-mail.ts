import { createReadStream } from "node:fs";
import { defaultCustomerName, noSubject } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { MessageAudience, PassedOnBy, ThreadingReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { holdsProgram } from "../../../platform/storage/check-content.ts";
import { storeFile } from "../../../platform/storage/files.ts";
import { findOrCreateCustomer } from "../../customers/index.ts";
import type { Queueing } from "../../outgoing/index.ts";
import {
  addCustomerMessage,
  type CustomerMessage,
  createTicketFromMessage,
  enqueueScan,
  type LockedTicket,
  type NamedRecipient,
  type NewFile,
  previewText,
} from "../../tickets/index.ts";
import type { ReadMail } from "../read/read-mail.ts";
import type { MailAuthor, NamedPerson } from "./find-mail-author.ts";
import { bareMessageId } from "./own-marks.ts";
import { unfoldNews } from "./unfold-news.ts";

type Kept = { ticketId: string; messageId: string; cameBy?: string | null };

/** How a mail becomes a message, besides its content. */
type Placement = {
  /** The id of the accepted mail, and when it was accepted. */
  id: string;
  acceptedAt: string;
  isAutomatic: boolean;
  isUnverified: boolean;
  writtenFrom: WrittenFrom | null;
  /** Everybody whom it names or asks to answer. */
  recipients: readonly NamedRecipient[];
  unreadAddresses: readonly string[];
  leftOutAddresses: number;
  answersTo: NamedPerson | null;
  audience: MessageAudience;
  passedOn: PassedOnBy | null;
  list: NamedPerson | null;
};

/** Makes a ticket of a mail, with its first message and attachments. `namedTicketId` is the ticket that a doubtful mail refers to. */
export async function keepAsTicket(
  tx: TenantTx,
  services: Queueing,
  read: ReadMail,
  { customer, sender, isForwarded, originalMailId, originalSubject, isOwnWord, colleague }: MailAuthor,
  { namedTicketId, ...placement }: Omit<Placement, "isAutomatic"> & { namedTicketId: string | null },
): Promise<Kept> {
  // Stores files first, because the tenant's ticket number is locked from here to the commit.
  const files = await storeAttachments(tx, services, read);
  // A name from somebody else must not be given to a known customer without one.
  const isHearsay = !isOwnWord || placement.isUnverified;
  const storedCustomer = customer ? await findOrCreateCustomer(tx, { ...customer, isHearsay }) : null;
  // The store's name for a customer is used only if the sender has exactly that address.
  const knownName = storedCustomer && storedCustomer.email === sender?.email ? storedCustomer.name : null;
  const author = {
    name: sender?.name ?? knownName,
    email: sender?.email ?? null,
    isForwarded,
    originalMailId,
    originalSubject,
    colleague,
  };
  const message = messageOf(read, author, files, { isAutomatic: false, ...placement });
  const { ticketId, messageId } = await createTicketFromMessage(
    tx,
    {
      // The colleague's own words are not for the customer, so an unknown subject is none.
      subject: isForwarded ? (originalSubject ?? noSubject) : read.cleanSubject,
      description: message.content,
      preview: previewText(message.content),
      customerId: storedCustomer?.id ?? null,
      createdBy: null,
      namedTicketId,
      ...placement,
    },
    message,
    isForwarded ? read.cleanSubject : null,
  );
  await scanLater(tx, services, messageId, files);
  return { ticketId, messageId };
}

/** Adds a mail to a ticket that the caller has locked. The message is its sender's, whoever is to be answered. */
export async function keepOnTicket(
  tx: TenantTx,
  services: Queueing,
  read: ReadMail,
  { ticket, cameBy, reason }: { ticket: LockedTicket; cameBy: string | null; reason: ThreadingReason },
  { sender, isForwarded, originalMailId, originalSubject, colleague }: MailAuthor,
  placement: Placement,
): Promise<Kept> {
  const files = await storeAttachments(tx, services, read);
  const { name = null, email = null } = sender ?? {};
  const author = { name, email, isForwarded, originalMailId, originalSubject, colleague };
  const unfolded = isForwarded ? read : await unfoldNews(tx, services, ticket, read);
  const message = { ...messageOf(unfolded, author, files, placement), mergedFromId: cameBy };
  const { id } = await addCustomerMessage(tx, ticket, message, reason);
  await scanLater(tx, services, id, files);
  return { ticketId: ticket.id, messageId: id, cameBy };
}

function messageOf(
  { parsed, safeHtml, fullText, newText, leftOut, otherText, enclosed }: ReadMail,
  {
    name,
    email,
    isForwarded,
    originalMailId,
    originalSubject,
    colleague,
  }: Pick<MailAuthor, "isForwarded" | "originalMailId" | "originalSubject" | "colleague"> & {
    name: string | null;
    email: string | null;
  },
  files: NewFile[],
  placement: Placement,
): CustomerMessage {
  // A forwarded mail is the customer's own, although it looks quoted.
  const text = isForwarded ? fullText : newText;
  const isFolded = leftOut !== null && !isForwarded;
  return {
    content: text.trim() === "" && !isFolded ? fullText.trim() : text,
    fullContent: isFolded ? fullText : null,
    leftOut,
    html: parsed.html,
    safeHtml,
    otherText,
    enclosed,
    channel: "email",
    ...(colleague && { byStore: { id: colleague.id } }),
    authorName: colleague?.name ?? name ?? email ?? defaultCustomerName,
    authorEmail: email,
    mailMessageId: parsed.messageId && bareMessageId(parsed.messageId),
    originalMailId,
    originalSubject,
    files,
    ...placement,
  };
}

async function storeAttachments(tx: TenantTx, { settings }: Queueing, { parsed }: ReadMail): Promise<NewFile[]> {
  const files: NewFile[] = [];
  const isToBeScanned = settings.virusScanner !== null;
  for (const { storedAs, name: filename, contentType, contentId, isInline } of parsed.attachments) {
    if (storedAs === null) throw new TypeError("The mail was read without keeping its attachments");
    const isProgram = await holdsProgram(storedAs, filename);
    const { id: fileId, size } = await storeFile(tx, createReadStream(storedAs));
    const judged = { isProgram, isToBeScanned };
    files.push({ fileId, filename, size, contentType, contentId, isInline, ...judged, uploadedBy: null });
  }
  return files;
}

/** Orders the scan of new files, which happens after the mail is stored. */
async function scanLater(tx: TenantTx, services: Queueing, messageId: string, files: NewFile[]): Promise<void> {
  if (files.some(({ isToBeScanned }) => isToBeScanned)) await enqueueScan(tx, services, messageId);
}

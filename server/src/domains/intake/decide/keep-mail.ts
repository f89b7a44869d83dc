import { createReadStream } from "node:fs";
import { defaultCustomerName } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { MessageAudience, PassedOnBy, ThreadingReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { storeFile } from "../../../platform/storage/files.ts";
import { holdsProgram } from "../../../platform/storage/holds-program.ts";
import { findOrCreateCustomer } from "../../customers/index.ts";
import type { Queueing } from "../../outgoing/index.ts";
import {
  addCustomerMessage,
  type CustomerMessage,
  createTicketFromMessage,
  type LockedTicket,
  type NamedRecipient,
  type NewFile,
  orderScan,
  previewText,
} from "../../tickets/index.ts";
import type { ReadMail } from "../read/read-mail.ts";
import type { MailAuthor, NamedPerson } from "./find-mail-author.ts";
import { bareMessageId } from "./own-marks.ts";

type Kept = { ticketId: string; messageId: string; cameBy?: string | null };

/** What is told of a mail besides what it says. */
type Telling = {
  /** As which mail the desk accepted it, and when. */
  id: string;
  acceptedAt: string;
  isAutomatic: boolean;
  isUnverified: boolean;
  writtenFrom: WrittenFrom | null;
  /** Whom it names, and whom it asks to be answered. */
  recipients: readonly NamedRecipient[];
  unreadAddresses: readonly string[];
  leftOutAddresses: number;
  answersTo: NamedPerson | null;
  audience: MessageAudience;
  passedOn: PassedOnBy | null;
  list: NamedPerson | null;
};

/** Makes a ticket of a mail, with its first message and attachments; `named` is the ticket that a doubtful one names. */
export async function keepAsTicket(
  tx: TenantTx,
  services: Queueing,
  read: ReadMail,
  { customer, sender, isForwarded, originalMailId, isOwnWord, colleague }: MailAuthor,
  { namedTicketId, ...telling }: Omit<Telling, "isAutomatic"> & { namedTicketId: string | null },
): Promise<Kept> {
  // Bytes first: the tenant's ticket number is held from here to the commit.
  const files = await storeAttachments(tx, services, read);
  // Nobody else names somebody whom the store knows without a name.
  const isHearsay = !isOwnWord || telling.isUnverified;
  const known = customer ? await findOrCreateCustomer(tx, { ...customer, isHearsay }) : null;
  // What the store calls somebody stands only for who wrote under that very address.
  const knownName = known && known.email === sender?.email ? known.name : null;
  const author = {
    name: sender?.name ?? knownName,
    email: sender?.email ?? null,
    isForwarded,
    originalMailId,
    colleague,
  };
  const message = messageOf(read, author, files, { isAutomatic: false, ...telling });
  const { ticketId, messageId } = await createTicketFromMessage(
    tx,
    {
      subject: read.cleanSubject,
      description: message.content,
      preview: previewText(message.content),
      customerId: known?.id ?? null,
      createdBy: null,
      namedTicketId,
      ...telling,
    },
    message,
  );
  await scanLater(tx, services, messageId, files);
  return { ticketId, messageId };
}

/** Adds a mail to a ticket, which the caller has locked: as its sender's, whoever an answer is wished to go to. */
export async function keepOnTicket(
  tx: TenantTx,
  services: Queueing,
  read: ReadMail,
  { ticket, cameBy, reason }: { ticket: LockedTicket; cameBy: string | null; reason: ThreadingReason },
  { sender, isForwarded, originalMailId, colleague }: MailAuthor,
  telling: Telling,
): Promise<Kept> {
  const files = await storeAttachments(tx, services, read);
  const author = { name: sender?.name ?? null, email: sender?.email ?? null, isForwarded, originalMailId, colleague };
  const message = { ...messageOf(read, author, files, telling), mergedFromId: cameBy };
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
    colleague,
  }: Pick<MailAuthor, "isForwarded" | "originalMailId" | "colleague"> & {
    name: string | null;
    email: string | null;
  },
  files: NewFile[],
  telling: Telling,
): CustomerMessage {
  // What a staff member forwards is the customer's own mail, although it looks quoted.
  const own = isForwarded ? fullText : newText;
  const isEmpty = own.trim() === "";
  return {
    content: isEmpty ? fullText.trim() : own,
    fullContent: leftOut !== null && !isForwarded && !isEmpty ? fullText : null,
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
    files,
    ...telling,
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

/** No mail waits for a virus scanner: that looks at its files once they are there. */
async function scanLater(tx: TenantTx, services: Queueing, messageId: string, files: NewFile[]): Promise<void> {
  if (files.some(({ isToBeScanned }) => isToBeScanned)) await orderScan(tx, services, messageId);
}

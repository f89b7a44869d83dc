import * as z from "zod";
import { macroActionsSchema } from "./admin/rules.ts";
import { findingLimits, shownFindingSchema } from "./checking/shown-findings.ts";
import { enclosedSchema } from "./desk/enclosed.ts";
import { trimWritten } from "./desk/trim-written.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, storedText, timestamp, tooLong, trimmedText, writtenText } from "./page.ts";
import { addressedSchema, chosenMailbox, mailboxSchema, recipientNewsSchema, recipientsSchema } from "./recipients.ts";
import {
  channelNames,
  deliveryStates,
  foldedParts,
  scanStates,
  threadingReasons,
  ticketStatuses,
} from "./vocabulary.ts";

const attachmentSchema = z.object({
  id,
  filename: z.string(),
  fileSize: z.number().int(),
  mimeType: z.string(),
  isInline: z.boolean(),
  /** It would run on the machine of whoever opens it, or holds what would: "Program: opening it can harm your computer". */
  isProgram: z.boolean(),
  /** What the virus scanner says of it; null where none looks at it. One that is infected is not downloaded by anybody. */
  scan: z.enum(scanStates).nullable(),
  /** The virus that was found in it. */
  virus: z.string().nullable(),
  url: z.string(),
  uploadedBy: id.nullable(),
  createdAt: timestamp,
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** A file that waits to go with a reply; `uploadUrl` takes it. */
export const uploadSchema = z.object({
  id,
  filename: z.string(),
  fileSize: z.number().int(),
  mimeType: z.string(),
  createdAt: timestamp,
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * Where a mail came from, where answers go to another mailbox, which is the customer's of its ticket. `isStores`: that is proven to be the
 * store's own, or its people's, who passed the mail on.
 */
export const writtenFromSchema = z.object({ email: z.string(), isStores: z.boolean() });
export type WrittenFrom = z.infer<typeof writtenFromSchema>;

export const messageSchema = addressedSchema.extend({
  id,
  ticketId: id,
  /** The new text, without the quoted history. */
  content: z.string(),
  /** True when `content` was cut for the thread: `messages.getOriginal` has the whole. */
  isCut: z.boolean(),
  /** What of the mail is left out of `content`: `messages.getOriginal` has it. Null for nothing. */
  folded: z.enum(foldedParts).nullable(),
  hasHtml: z.boolean(),
  /** Its text says other words than its HTML, which `content` has: `messages.getOriginal` has them. */
  hasOtherText: z.boolean(),
  /** How it is protected and what it encloses; null for nothing. */
  enclosed: enclosedSchema.nullable(),
  /** By which way it came or went. */
  channel: z.enum(channelNames),
  isFromCustomer: z.boolean(),
  /** An automatic reply or a bounce that is kept on its ticket. */
  isAutomatic: z.boolean(),
  /** The name of the rule that had it sent automatically; null for any other message. */
  byRule: z.string().nullable(),
  authorId: id.nullable(),
  authorName: z.string(),
  /** The address that a customer's mail came from; null where it is not known, and for agents. */
  authorEmail: z.string().nullable(),
  /** That the sender of a customer's mail could not be verified: "Sender not verified". */
  isUnverified: z.boolean(),
  /** Null for an agent's, and where the customer's own mailbox wrote. */
  writtenFrom: writtenFromSchema.nullable(),
  /** The mailing list that passed it on. */
  list: mailboxSchema.nullable(),
  /** What its fields name that is no address, as it stands there: "Bo <bo@>". */
  unreadAddresses: z.array(z.string()),
  /** How many more people its fields name than are kept of them. */
  leftOutAddresses: z.number().int(),
  /** Why an incoming mail was put on this ticket. */
  threadingReason: z.enum(threadingReasons).nullable(),
  /** How far an agent's message is on its way: "failed" where it is for one of those that it goes to; null for the customer's own. */
  deliveryState: z.enum(deliveryStates).nullable(),
  /** Why it failed, is held back until another day, or could not be sent so far. */
  deliveryError: z.string().nullable(),
  /** Until when the store's limit holds it back; null where none does. */
  heldUntil: timestamp.nullable(),
  /** The first of its files, in their order; `messages.listAttachments` has all. */
  attachments: z.array(attachmentSchema),
  attachmentCount: z.number().int(),
  /** Its place in the thread: when it was written here, or its mail accepted. */
  createdAt: timestamp,
  /** When it came to stand on its ticket, which is later for a mail that was read later, or let out of quarantine. */
  addedAt: timestamp,
});
export type Message = z.infer<typeof messageSchema>;

export const noteSchema = z.object({
  id,
  ticketId: id,
  content: z.string(),
  authorId: id.nullable(),
  authorName: z.string(),
  createdAt: timestamp,
});
export type Note = z.infer<typeof noteSchema>;

/** A note that was added, and the names in it of colleagues who cannot be told, as they have left, bear it no more or have not joined yet. */
const addedNoteSchema = noteSchema.extend({ notTold: z.array(z.string()) });
export type AddedNote = z.infer<typeof addedNoteSchema>;

export const replySchema = z.object({
  content: writtenText("Reply message", limits.replyLength, "Reply message cannot be empty"),
  /** Made by the composer for one reply: a second request with the same key returns what the first did. */
  idempotencyKey: id,
  /** Of the messages the composer showed the one that came last, by `addedAt`; null when the thread was empty. */
  lastSeenMessageId: id.nullable(),
  /** The message that it answers; absent, the newest one of the customer's side. */
  answersId: id.optional(),
  /** Whom it goes to; absent, whom an answer to that message usually goes to (docs/product.md#whom-an-answer-goes-to). */
  recipients: recipientsSchema.optional(),
  /** Send although the conversation moved on. */
  sendAnyway: z.boolean().default(false),
  /** Resources attached to it: the files of private ones are sent with it. */
  resourceIds: z.array(id).max(limits.resourcesPerReply, "A reply can have 20 resources. Remove some").default([]),
  /** One's own uploads on this ticket that go with the reply. */
  attachmentIds: z.array(id).max(limits.maxPageSize).default([]),
  /** Whose it is: refused where somebody else has signed in at the browser that sends it. */
  authorId: id.optional(),
  /** The status that the ticket gets with it; absent, its own. */
  thenStatus: z.enum(["pending", "resolved"]).optional(),
  /** The status that the screen showed: where it is another by now, the reply is sent and the status stays. */
  expectedStatus: z.enum(ticketStatuses).optional(),
  /** The macro that it was written with, and what that does to the ticket with it: what was taken off is not among the actions. */
  macro: z.object({ id, actions: macroActionsSchema }).optional(),
  /**
   * What its writer was shown of what differs from what is known (docs/product.md#the-check-before-sending). Present, the reply is
   * refused for what they were not shown; absent, it is not checked, as by a program or a page of an earlier version.
   */
  shownFindings: z.array(shownFindingSchema).max(findingLimits.perReply).optional(),
});
export type MacroOfReply = NonNullable<z.output<typeof replySchema>["macro"]>;

/** What keeps a reply from being sent. */
export const replyErrors = among(
  ...(["ticket_not_found", "ticket_archived", "ticket_has_no_customer", "conversation_moved_on"] as const),
  "reply_differs",
  ...(["resource_not_found", "reply_files_too_large", "upload_not_found", "upload_too_many"] as const),
  ...(["ticket_merged", "sending_quota_reached", "message_not_found", "recipients_are_own"] as const),
);

export const forwardSchema = z.object({
  recipients: recipientsSchema,
  /** Words above what is forwarded; may be none. */
  content: storedText()
    .overwrite(trimWritten)
    .max(limits.replyLength, tooLong("Message", limits.replyLength))
    .default(""),
  /** The messages that are forwarded, which go in the order of the thread. */
  messageIds: z
    .array(id)
    .min(1, "Choose what to forward")
    .max(limits.messagesForwarded, "A forward can have 20 messages. Take some off"),
  /** Whether their files go along. */
  withFiles: z.boolean().default(true),
  attachmentIds: replySchema.shape.attachmentIds,
  idempotencyKey: id,
  authorId: replySchema.shape.authorId,
});

export const addNoteSchema = z.object({
  content: trimmedText("Note", limits.noteLength, "Note cannot be empty"),
  idempotencyKey: id,
  /** The names that were chosen for mentions in it: who bears one no more when it arrives is among those who are not told. */
  chosenNames: z.array(z.string().max(limits.personNameLength)).max(limits.maxPageSize).default([]),
});

/** A mail as it would leave now. */
const previewSchema = z.object({
  subject: z.string(),
  to: z.array(mailboxSchema),
  cc: z.array(mailboxSchema),
  bcc: z.array(mailboxSchema),
  /** Whether the message that is answered is quoted below it: only where all of them had it. */
  isQuoted: z.boolean(),
  from: z.object({ name: z.string(), address: z.string() }),
  html: z.string(),
});

const pageBefore = z.object({
  ticketId: id,
  before: id.optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.threadPageSize),
});

export const messages = {
  /** One page of the thread further back, oldest first. */
  list: endpoint("tickets:read", "GET", "/tickets/{ticketId}/messages", { v1: true })
    .errors(among("ticket_not_found"))
    .input(pageBefore)
    .output(z.object({ items: z.array(messageSchema), hasOlder: z.boolean() })),
  /** One page of the internal notes further back, oldest first. */
  listNotes: endpoint("tickets:read", "GET", "/tickets/{ticketId}/notes", { v1: true })
    .errors(among("ticket_not_found"))
    .input(pageBefore)
    .output(z.object({ items: z.array(noteSchema), hasOlder: z.boolean() })),
  /** All files of a message; a mail has no more than 500 parts. */
  listAttachments: endpoint("tickets:read", "GET", "/tickets/{ticketId}/messages/{id}/attachments", { v1: true })
    .errors(among("message_not_found"))
    .input(z.object({ ticketId: id, id }))
    .output(z.object({ items: z.array(attachmentSchema) })),
  /** The whole text with its quoted history, and what the mail says as text where that is other words than its HTML's. The mail's HTML is a page of its own, at {@link messageFrameUrl}. */
  getOriginal: endpoint("tickets:read", "GET", "/tickets/{ticketId}/messages/{id}/original", { v1: true })
    .errors(among("message_not_found"))
    .input(z.object({ ticketId: id, id }))
    .output(z.object({ text: z.string(), otherText: z.string().nullable() })),
  reply: endpoint("messages:reply", "POST", "/tickets/{ticketId}/replies", { v1: true })
    .errors(replyErrors)
    .input(replySchema.extend({ ticketId: id }))
    .output(messageSchema),
  /** One's own files that wait to go with a reply to this ticket, oldest first. */
  listUploads: endpoint("messages:reply", "GET", "/tickets/{ticketId}/uploads")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(z.object({ items: z.array(uploadSchema) })),
  discardUpload: endpoint("messages:reply", "DELETE", "/tickets/{ticketId}/uploads/{id}")
    .errors(among("upload_not_found"))
    .input(z.object({ ticketId: id, id }))
    .output(z.object({ id })),
  addNote: endpoint("messages:add-note", "POST", "/tickets/{ticketId}/notes", { v1: true })
    .errors(among("ticket_not_found", "ticket_archived", "ticket_merged"))
    .input(addNoteSchema.extend({ ticketId: id }))
    .output(addedNoteSchema),
  /** The mail of a reply as it would leave now; nothing is kept of it (docs/product.md#the-preview-of-a-reply). */
  preview: endpoint("messages:reply", "POST", "/tickets/{ticketId}/preview", { isHeavy: true, twice: "reads only" })
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_has_no_customer"] as const),
        ...(["message_not_found", "message_without_preview", "recipients_are_own"] as const),
      ),
    )
    .input(replySchema.pick({ content: true, answersId: true, recipients: true }).extend({ ticketId: id }))
    .output(previewSchema),
  /** The mail of a forward as it would leave now. */
  previewForward: endpoint("messages:reply", "POST", "/tickets/{ticketId}/forwards/preview", {
    isHeavy: true,
    twice: "reads only",
  })
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "message_not_found"] as const),
        ...(["recipients_are_own", "forward_too_long", "message_without_preview"] as const),
      ),
    )
    .input(forwardSchema.pick({ content: true, messageIds: true, recipients: true }).extend({ ticketId: id }))
    .output(previewSchema),
  /** What is to be known of those whom a mail is to go to, of a ticket or of one that is still to come (docs/product.md#choosing-whom-an-answer-goes-to). */
  checkRecipients: endpoint("messages:reply", "POST", "/recipients", { twice: "reads only" })
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id.optional(), people: z.array(chosenMailbox).max(limits.recipientsChecked) }))
    .output(z.object({ items: z.array(recipientNewsSchema) })),
  /** Mails messages of a ticket, with their files and words of one's own, to somebody else (docs/product.md#forwarding-messages). */
  forward: endpoint("messages:reply", "POST", "/tickets/{ticketId}/forwards")
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged", "message_not_found"] as const),
        ...(["recipients_are_own", "forward_too_long", "attachment_infected"] as const),
        ...(["reply_files_too_large", "upload_not_found", "upload_too_many", "sending_quota_reached"] as const),
      ),
    )
    .input(forwardSchema.extend({ ticketId: id }))
    .output(messageSchema),
  retryDelivery: endpoint("messages:reply", "POST", "/tickets/{ticketId}/messages/{id}/retry-delivery")
    .errors(among("message_not_found", "message_not_failed", "message_overtaken", "sending_quota_reached"))
    .input(
      z.object({
        ticketId: id,
        id,
        /** Also if it is old, or the conversation went on since. */
        sendAnyway: z.boolean().default(false),
      }),
    )
    .output(messageSchema),
};

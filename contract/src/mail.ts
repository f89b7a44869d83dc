import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { outgoingKinds } from "./mail/mail-kinds.ts";
import { id, pageInput, timestamp, typedText } from "./page.ts";
import { heldReasons, mailActions, mailDirections, mailLogStates, mailWaits, senderChecks } from "./vocabulary.ts";

const mailLogEntrySchema = z.object({
  id,
  direction: z.enum(mailDirections),
  state: z.enum(mailLogStates),
  /** A sentence about why it is in this state; null if the state says it all. */
  reason: z.string().nullable(),
  /** Whether it was put in the outbox, because this installation had no relay. */
  isInOutbox: z.boolean(),
  /** What an incoming mail waits for, and since when; null if it only waits for its turn, and once it was processed. */
  waits: z.object({ for: z.enum(mailWaits), since: timestamp }).nullable(),
  /** When it arrived, or was queued for sending. */
  at: timestamp,
  /** The address in From, else the envelope's; null for an outgoing mail, which is the store's, and for the null path. */
  from: z.string().nullable(),
  to: z.string(),
  subject: z.string().nullable(),
  /** The kind of an outgoing mail; null for an incoming one. */
  kind: z.enum(outgoingKinds).exclude(["invitation_known"]).nullable(),
  /** The check of the sender; null until a mail was processed, and for outgoing mail. */
  senderCheck: z.enum(senderChecks).nullable(),
  /** In bytes; null for outgoing mail, which is only composed when it is sent. */
  size: z.number().int().nullable(),
  ticket: z.object({ id, ticketNumber: z.number().int() }).nullable(),
  duplicateOf: id.nullable(),
  /** How many tries there were to process or send it. */
  attempts: z.number().int(),
  /** When the next try will be; null if no try failed, or none follows. */
  nextTryAt: timestamp.nullable(),
  /** Until when the store's limit holds it back; null if none does. */
  heldUntil: timestamp.nullable(),
});
export type MailLogEntry = z.infer<typeof mailLogEntrySchema>;

const mailLogDetailSchema = mailLogEntrySchema.extend({
  /** Sender and recipients as SMTP had them; an empty sender is the null path of bounces. Null for outgoing mail. */
  envelopeFrom: z.string().nullable(),
  envelopeTo: z.string().nullable(),
  /** Its Message-ID without brackets, if it has one and was read. */
  messageId: z.string().nullable(),
  /** A sentence about the check of the sender. */
  senderCheckReason: z.string().nullable(),
  via: z.enum(["smtp", "webhook", "imap"]).nullable(),
  /** The address of the server that brought it, and the name that server gave. */
  remoteHost: z.string().nullable(),
  helo: z.string().nullable(),
  /** When it reached this state; null while it waits. */
  finishedAt: timestamp.nullable(),
  /** The limit that holds it back; null if none does, or it was released. */
  heldBy: z.enum(heldReasons).nullable(),
  /** Whether an admin released it from quarantine, or made a ticket of it. */
  isReleased: z.boolean(),
  /** A sentence about why its raw mail is gone; null while it exists, and for outgoing mail. */
  rawRemoved: z.string().nullable(),
  /** What can be done with it now. */
  actions: z.array(z.enum(mailActions)),
});
export type MailLogDetail = z.infer<typeof mailLogDetailSchema>;

const rawMailSchema = z.object({
  /** As UTF-8, with its line ends; invalid bytes are replaced. */
  text: z.string(),
  /** Whether there is more, which the download contains. */
  isCut: z.boolean(),
  /** Whether it is an outgoing mail, composed again from what is kept, as it would be sent now. */
  isMadeAgain: z.boolean(),
  /** Whether a link of ours that works only once is left out. */
  isLinkWithheld: z.boolean(),
  /** Whether its whole text is left out, because it is an invitation, which reveals whether its address has an account. */
  isTextWithheld: z.boolean(),
});
export type RawMail = z.infer<typeof rawMailSchema>;

/** Selects mails; without any field it means all. */
const mailLogFilterSchema = z.object({
  direction: z.enum(mailDirections).optional(),
  state: z.enum(mailLogStates).optional(),
  /** Part of the subject, sender, recipients or Message-ID. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
  /** The first moment included, and the first one excluded. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type MailLogFilter = z.output<typeof mailLogFilterSchema>;

export const mail = {
  /** Lists all mail, in and out, newest first. */
  log: endpoint("mail:read-log", "GET", "/mail/log")
    .input(mailLogFilterSchema.extend(pageInput.shape))
    .output(z.object({ items: z.array(mailLogEntrySchema), nextCursor: z.string().nullable() })),
  /** Returns everything known about one mail. */
  entry: endpoint("mail:read-log", "GET", "/mail/log/{id}")
    .errors(among("mail_log_entry_not_found"))
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
  /** Returns the beginning of a mail's bytes; the download has all of them (`rawMailUrl`). */
  raw: endpoint("mail:read-log", "GET", "/mail/log/{id}/text")
    .errors(among("mail_log_entry_not_found", "raw_mail_removed"))
    .input(z.object({ id }))
    .output(rawMailSchema),
  /** Processes a mail again, whatever its result was, unless it already is a ticket or a reply. */
  processAgain: endpoint("mail:process-again", "POST", "/mail/log/{id}/process-again")
    .errors(among("mail_log_entry_not_found", "mail_not_waiting", "mail_in_progress", "raw_mail_removed"))
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
  /** Turns a quarantined mail into a ticket. */
  release: endpoint("mail:process-again", "POST", "/mail/log/{id}/release")
    .errors(
      among(
        ...(["mail_log_entry_not_found", "mail_not_quarantined", "mail_in_progress"] as const),
        ...(["mail_holds_link", "raw_mail_removed"] as const),
      ),
    )
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
  /** Turns a stopped mail, or one written by a machine, into a ticket, or into a reply if it proves to belong to a ticket. */
  makeTicket: endpoint("mail:process-again", "POST", "/mail/log/{id}/make-ticket")
    .errors(
      among(
        "mail_log_entry_not_found",
        "mail_not_waiting",
        "mail_in_progress",
        "mail_makes_no_ticket",
        "mail_holds_link",
        "raw_mail_removed",
      ),
    )
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
  /** Sends a failed mail again, with the same Message-ID. */
  tryAgain: endpoint("mail:process-again", "POST", "/mail/log/{id}/try-again")
    .errors(
      among(
        "mail_log_entry_not_found",
        "message_not_failed",
        "mail_not_repeatable",
        "ticket_not_found",
        "message_not_found",
        "message_overtaken",
        "sending_quota_reached",
      ),
    )
    .input(
      z.object({
        id,
        /** Also if it is old, or the conversation went on since. */
        sendAnyway: z.boolean().default(false),
      }),
    )
    .output(mailLogDetailSchema),
};

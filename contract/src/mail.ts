import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, pageInput, timestamp, typedText } from "./page.ts";
import {
  heldReasons,
  mailActions,
  mailDirections,
  mailLogStates,
  mailWaits,
  outgoingKinds,
  senderChecks,
} from "./vocabulary.ts";

const mailLogEntrySchema = z.object({
  id,
  direction: z.enum(mailDirections),
  state: z.enum(mailLogStates),
  /** Why it is in this state, in a sentence; null where the state says it all. */
  reason: z.string().nullable(),
  /** Whether it was put in the outbox, as this installation had no relay to send it by. */
  isInOutbox: z.boolean(),
  /** What it waits for and since when, of one that came; null where only its turn is to come, and once it was processed. */
  waits: z.object({ for: z.enum(mailWaits), since: timestamp }).nullable(),
  /** When it came, or was given to be sent. */
  at: timestamp,
  /** The address in From, else the envelope's; null of what goes out, which is the store's, and of the null path. */
  from: z.string().nullable(),
  to: z.string(),
  subject: z.string().nullable(),
  /** What kind of mail goes out; null of one that came. */
  kind: z.enum(outgoingKinds).exclude(["invitation_known"]).nullable(),
  /** What was found out about the sender; null until a mail was processed, and of what goes out. */
  senderCheck: z.enum(senderChecks).nullable(),
  /** In bytes; null of what goes out, which is made when it is sent. */
  size: z.number().int().nullable(),
  ticket: z.object({ id, ticketNumber: z.number().int() }).nullable(),
  duplicateOf: id.nullable(),
  /** How often it was tried to process or to send it. */
  attempts: z.number().int(),
  /** Until when it is tried to send it again; null where no try failed, or none follows. */
  nextTryAt: timestamp.nullable(),
  /** Until when the store's limit holds it back; null where none does. */
  heldUntil: timestamp.nullable(),
});
export type MailLogEntry = z.infer<typeof mailLogEntrySchema>;

const mailLogDetailSchema = mailLogEntrySchema.extend({
  /** Sender and recipients as SMTP had them; an empty sender is the null path of bounces. Null of what goes out. */
  envelopeFrom: z.string().nullable(),
  envelopeTo: z.string().nullable(),
  /** Its Message-ID without brackets, where it has one and was read. */
  messageId: z.string().nullable(),
  /** The verdict on the sender in a sentence. */
  senderCheckReason: z.string().nullable(),
  via: z.enum(["smtp", "webhook"]).nullable(),
  /** The address of the server that brought it, and how that named itself. */
  remoteHost: z.string().nullable(),
  helo: z.string().nullable(),
  /** When it came to this state; null while it waits. */
  finishedAt: timestamp.nullable(),
  /** The limit that holds it back; null where none does, or it was let go on. */
  heldBy: z.enum(heldReasons).nullable(),
  /** An admin let it out of quarantine, or made a ticket of it. */
  isReleased: z.boolean(),
  /** Why its raw mail is no longer there, in a sentence; null while it is, and of what goes out. */
  rawRemoved: z.string().nullable(),
  /** What can be done with it now. */
  actions: z.array(z.enum(mailActions)),
});
export type MailLogDetail = z.infer<typeof mailLogDetailSchema>;

const rawMailSchema = z.object({
  /** As UTF-8, with its line ends; a sign for each byte that is none. */
  text: z.string(),
  /** Whether there is more, which the download has. */
  isCut: z.boolean(),
  /** Of a mail that goes out: made once more from what is kept, as it would be sent now. */
  isMadeAgain: z.boolean(),
  /** A link of ours that works once is left out. */
  isLinkWithheld: z.boolean(),
  /** All that it says is left out: it is an invitation, which says whether its address has an account. */
  isTextWithheld: z.boolean(),
});
export type RawMail = z.infer<typeof rawMailSchema>;

/** Which mails: all, where nothing is said. */
const mailLogFilterSchema = z.object({
  direction: z.enum(mailDirections).optional(),
  state: z.enum(mailLogStates).optional(),
  /** In subject, sender, recipients and Message-ID. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
  /** The first moment, and the first one after. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type MailLogFilter = z.output<typeof mailLogFilterSchema>;

export const mail = {
  /** Every mail in and out, the newest first. */
  log: endpoint("mail:read-log", "GET", "/mail/log")
    .input(mailLogFilterSchema.extend(pageInput.shape))
    .output(z.object({ items: z.array(mailLogEntrySchema), nextCursor: z.string().nullable() })),
  /** All that is known of one mail. */
  entry: endpoint("mail:read-log", "GET", "/mail/log/{id}")
    .errors(among("mail_log_entry_not_found"))
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
  /** The beginning of a mail as it travels; all of it is downloaded (`rawMailUrl`). */
  raw: endpoint("mail:read-log", "GET", "/mail/log/{id}/text")
    .errors(among("mail_log_entry_not_found", "raw_mail_removed"))
    .input(z.object({ id }))
    .output(rawMailSchema),
  /** Runs a mail through the intake once more, whatever it ended as, unless it already is a ticket or a reply. */
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
  /** Turns a mail that was stopped, or that a machine wrote, into a ticket, or a reply where it proves to belong to one. */
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
  /** Puts a mail that failed on its way again, under its Message-ID. */
  tryAgain: endpoint("mail:process-again", "POST", "/mail/log/{id}/try-again")
    .errors(
      among(
        "mail_log_entry_not_found",
        "message_not_failed",
        "mail_not_repeatable",
        "ticket_not_found",
        "message_not_found",
        "sending_quota_reached",
      ),
    )
    .input(z.object({ id }))
    .output(mailLogDetailSchema),
};

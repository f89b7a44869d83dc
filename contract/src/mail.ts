import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { id, pageInput, timestamp } from "./page.ts";
import { mailStates, senderChecks } from "./vocabulary.ts";

const mailLogEntrySchema = z.object({
  id,
  state: z.enum(mailStates),
  /** Why it ended in this state, in a sentence. */
  reason: z.string().nullable(),
  envelopeFrom: z.string(),
  envelopeTo: z.string(),
  subject: z.string().nullable(),
  fromEmail: z.string().nullable(),
  /** What was found out about that address; null until the mail was processed. */
  senderCheck: z.enum(senderChecks).nullable(),
  /** The same in a sentence. */
  senderCheckReason: z.string().nullable(),
  size: z.number().int(),
  ticketId: id.nullable(),
  duplicateOf: id.nullable(),
  receivedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type MailLogEntry = z.infer<typeof mailLogEntrySchema>;

export const mail = {
  log: endpoint("mail:read-log", "GET", "/mail/log")
    .input(pageInput.extend({ state: z.enum(mailStates).optional() }))
    .output(z.object({ items: z.array(mailLogEntrySchema), nextCursor: z.string().nullable() })),
  /** Runs a mail through the intake once more, whatever it ended as, unless it already is a ticket or a reply. */
  processAgain: endpoint("mail:process-again", "POST", "/mail/log/{id}/process-again")
    .errors(among("mail_log_entry_not_found", "mail_not_waiting"))
    .input(z.object({ id }))
    .output(mailLogEntrySchema),
  /** Turns a quarantined mail into a ticket. */
  release: endpoint("mail:process-again", "POST", "/mail/log/{id}/release")
    .errors(among("mail_log_entry_not_found", "mail_not_quarantined"))
    .input(z.object({ id }))
    .output(mailLogEntrySchema),
};

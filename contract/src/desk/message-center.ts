import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { id, pageInput, timestamp, typedText } from "../page.ts";
import { mailStages } from "../vocabulary.ts";
import { overtakenSchema } from "./overtaken.ts";

/** A mail of a ticket to one of its recipients, or a reply that is scheduled. */
const leavingMailSchema = z.object({
  /** The mail's; a scheduled reply's own, by which `keptReplies` knows it. */
  id,
  stage: z.enum(mailStages),
  /** Why it waits, is held back or came to nothing; null if the stage says it all. */
  reason: z.string().nullable(),
  /** The address that it goes to; "" where that is not known yet. */
  to: z.string(),
  /** How many more a scheduled reply goes to. A mail goes to one. */
  others: z.number().int(),
  subject: z.string(),
  ticket: z.object({ id, ticketNumber: z.number().int() }),
  /** The message that it carries; null for a scheduled reply, which is none yet. */
  messageId: id.nullable(),
  /** Whether it tells a customer by itself that their ticket has come. */
  isAutomatic: z.boolean(),
  /** Who wrote it; without an id once they were deleted. */
  author: z.object({ id: id.nullable(), name: z.string() }),
  writtenAt: timestamp,
  /** When a server took it, or it went to the outbox; null unless it is sent. */
  sentAt: timestamp.nullable(),
  isInOutbox: z.boolean(),
  /** When a scheduled reply leaves, a held mail may leave, or a waiting one is tried next; null where that is at once, or never. */
  nextAt: timestamp.nullable(),
  attempts: z.number().int(),
  /** Whether it can be tried again now. */
  mayTryAgain: z.boolean(),
});
export type LeavingMail = z.infer<typeof leavingMailSchema>;

const counted = z.number().int().max(limits.leavingMailsCounted);

/** What became of one mail that was to be tried again. */
const triedSchema = z.object({
  id,
  /** Its stage now; null if it is not there any more. */
  stage: z.enum(mailStages).nullable(),
  /** Why it is not on its way again, as a sentence; null if it is. */
  error: z.string().nullable(),
  /** Set if it goes only with `sendAnyway`. */
  overtaken: overtakenSchema.nullable(),
});
export type TriedMail = z.infer<typeof triedSchema>;

/** The mail that leaves and what became of it, over all tickets (docs/product.md#messages-that-leave). */
export const messageCenter = {
  /** The newest first; without a stage all of them. */
  list: endpoint("tickets:read", "GET", "/message-center/mails")
    .input(
      pageInput.extend({
        stage: z.enum(mailStages).optional(),
        /** Words of the subject or the recipient. */
        search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
      }),
    )
    .output(z.object({ items: z.array(leavingMailSchema), nextCursor: z.string().nullable() })),
  /** How many there are of each stage that asks for something; it stops counting at `limits.leavingMailsCounted`. */
  counts: endpoint("tickets:read", "GET", "/message-center/counts").output(
    z.object({ waiting: counted, scheduled: counted, held: counted, failed: counted, bounced: counted }),
  ),
  /** The tickets of drafts, which the browser keeps; one that was deleted is missing. */
  draftTickets: endpoint("tickets:read", "POST", "/message-center/draft-tickets")
    .input(z.object({ ids: z.array(id).max(limits.draftsListed) }))
    .output(z.object({ items: z.array(z.object({ id, ticketNumber: z.number().int(), subject: z.string() })) })),
  /** Tries mails again that failed, came back or are held by a limit; one that is refused does not stop the others. */
  tryAgain: endpoint("messages:reply", "POST", "/message-center/try-again", {
    isHeavy: true,
    twice: "a mail that is on its way again is refused",
  })
    .input(
      z.object({
        ids: z
          .array(id)
          .min(1, "Choose at least one mail")
          .max(limits.mailsTriedAgain, `At most ${limits.mailsTriedAgain} mails can be tried again in one request`),
        /** Also those that are old, or whose conversation went on since. */
        sendAnyway: z.boolean().default(false),
      }),
    )
    .output(z.object({ items: z.array(triedSchema) })),
};

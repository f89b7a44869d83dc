import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { messageSchema, replyErrors, replySchema } from "../messages.ts";
import { id, storedText, timestamp } from "../page.ts";
import { mailboxSchema } from "../recipients.ts";
import { ticketStatuses } from "../vocabulary.ts";
import { undoSeconds } from "./desk-choices.ts";

const [, ...secondsToUndo] = undoSeconds;

/** A reply that the server keeps until its time (docs/product.md#undoing-a-reply). Its id is the key that its composer made for it. */
const keptReplySchema = z.object({
  id,
  ticketId: id,
  ticketNumber: z.number().int(),
  authorId: id,
  authorName: z.string(),
  content: z.string(),
  /** Whom it goes to; null where that is found when it is sent. */
  recipients: z
    .object({ to: z.array(mailboxSchema), cc: z.array(mailboxSchema), bcc: z.array(mailboxSchema) })
    .nullable(),
  answersId: id.nullable(),
  lastSeenMessageId: id.nullable(),
  sendAnyway: z.boolean(),
  resourceIds: z.array(id),
  /** Its uploads, in their order. */
  files: z.array(z.object({ id, filename: z.string(), fileSize: z.number().int() })),
  thenStatus: z.enum(ticketStatuses).nullable(),
  expectedStatus: z.enum(ticketStatuses).nullable(),
  macro: replySchema.shape.macro.unwrap().nullable(),
  /** What its composer gave along for itself; null for everybody but its author. */
  draft: z.string().nullable(),
  createdAt: timestamp,
  dueAt: timestamp,
  /** Whether its author chose the time, rather than some seconds to take it back. */
  isLater: z.boolean(),
  /** Why it came back and is its author's draft again; null while it waits. */
  returned: z
    .object({
      /** `undone`, `cancelled` by a supervisor, or what refused it. */
      reason: z.string(),
      message: z.string(),
      /** Whether its author closed the notice of it, on any device; its text stays until a composer has it. */
      isSeen: z.boolean(),
    })
    .nullable(),
});
export type KeptReply = z.infer<typeof keptReplySchema>;

const one = z.object({ id });
const gone = among("kept_reply_not_found");

export const keptReplies = {
  /**
   * Keeps a reply until its time, once everything that would keep it from being sent now was looked at. Asked again with its key it is the
   * same one, or the message that was sent.
   */
  keep: endpoint("messages:reply", "POST", "/tickets/{ticketId}/kept-replies")
    .errors(replyErrors)
    .errors(among("kept_reply_not_found", "too_many_kept_replies"))
    .input(
      replySchema
        .extend({
          ticketId: id,
          /** For so many seconds it can be undone; or `until` says when it leaves. */
          undoSeconds: z.literal(secondsToUndo).optional(),
          until: timestamp.optional(),
          draft: storedText().max(limits.keptDraftLength).optional(),
        })
        .refine((asked) => (asked.undoSeconds === undefined) !== (asked.until === undefined), {
          error: "Say for how many seconds it can be undone, or when it leaves",
          path: ["until"],
        }),
    )
    .output(z.object({ kept: keptReplySchema.nullable(), sent: messageSchema.nullable() })),
  /** One's own, those that wait and those that came back, in the order in which they were written. */
  list: endpoint("messages:reply", "GET", "/kept-replies").output(
    // `now` is the server's time: that of the browser may differ by minutes.
    z.object({ items: z.array(keptReplySchema), now: timestamp }),
  ),
  /** Those that wait on a ticket, whoever wrote them, in the order in which they leave. */
  ofTicket: endpoint("tickets:read", "GET", "/tickets/{ticketId}/kept-replies")
    .errors(among("ticket_not_found"))
    .input(z.object({ ticketId: id }))
    .output(z.object({ items: z.array(keptReplySchema) })),
  /** Has one's own leave at once, after what one wrote before it on its ticket. */
  sendNow: endpoint("messages:reply", "POST", "/kept-replies/{id}/send", { twice: "a reply leaves once" })
    .errors(gone)
    .input(one)
    .output(keptReplySchema),
  /** Takes one's own back: it gives all that makes a draft of it again. */
  undo: endpoint("messages:reply", "POST", "/kept-replies/{id}/undo", { twice: "it gives the same again" })
    .errors(gone)
    .input(one)
    .output(keptReplySchema),
  /** Has one's own leave at another time. */
  move: endpoint("messages:reply", "PUT", "/kept-replies/{id}/time")
    .errors(gone)
    .input(one.extend({ until: timestamp }))
    .output(keptReplySchema),
  /** Says that one has seen that it came back: no device shows a notice of it any more, and it stays. */
  markSeen: endpoint("messages:reply", "PUT", "/kept-replies/{id}/seen")
    .errors(gone)
    .input(one)
    .output(keptReplySchema),
  /** Forgets one that came back, once its text is a draft. */
  forget: endpoint("messages:reply", "DELETE", "/kept-replies/{id}").errors(gone).input(one).output(one),
  /** Takes a colleague's back, whose draft it is again. */
  cancel: endpoint("replies:cancel", "POST", "/kept-replies/{id}/cancel").errors(gone).input(one).output(one),
};

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, oneLine, pageInput, timestamp, tooLong, trimmedText, typedText } from "../page.ts";

const blockedSenderSchema = z.object({
  id,
  /** An address, or a domain, which includes all its subdomains. */
  sender: z.string(),
  isDomain: z.boolean(),
  /** "" if none was given. */
  reason: z.string(),
  /** Their name at the time. */
  blockedBy: z.string(),
  blockedAt: timestamp,
  /** How many of their mails were held back, and when the last one came. */
  mails: z.number().int(),
  lastMailAt: timestamp.nullable(),
});
export type BlockedSender = z.infer<typeof blockedSenderSchema>;

/** Senders whose mail becomes no ticket (docs/product.md#blocked-senders). */
export const blockedSenders = {
  /** Lists the current ones, newest first. */
  list: endpoint("senders:block", "GET", "/blocked-senders")
    .input(
      pageInput.extend({
        /** Part of an address or a domain. */
        search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
      }),
    )
    .output(z.object({ items: z.array(blockedSenderSchema), nextCursor: z.string().nullable() })),
  /** Blocks an address or a whole domain; one that is already blocked stays as it is. */
  add: endpoint("senders:block", "POST", "/blocked-senders", { twice: "a sender is blocked once" })
    .errors(among("sender_of_everybody", "sender_is_ours", "sender_is_colleague", "too_many_blocked_senders"))
    .input(
      z.object({
        sender: trimmedText("Sender", limits.emailAddressLength, "Enter an address or a domain"),
        reason: typedText()
          .overwrite(oneLine)
          .max(limits.blockReasonLength, tooLong("Reason", limits.blockReasonLength))
          .default(""),
      }),
    )
    .output(blockedSenderSchema),
  /** Unblocks a sender; mail that was held back stays so. */
  remove: endpoint("senders:block", "DELETE", "/blocked-senders/{id}")
    .errors(among("blocked_sender_not_found"))
    .input(z.object({ id }))
    .output(blockedSenderSchema),
  /** Blocks a sender again as before, within a day of the removal. */
  restore: endpoint("senders:block", "POST", "/blocked-senders/{id}/restore")
    .errors(among("blocked_sender_not_found"))
    .input(z.object({ id }))
    .output(blockedSenderSchema),
};

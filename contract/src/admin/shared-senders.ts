import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, timestamp, trimmedText } from "../page.ts";

const most = limits.sharedSenderMails;
const howMany = `Enter a number from 1 to ${most.toLocaleString("en-US")}`;

const sharedSenderSchema = z.object({
  id,
  /** An address, or a domain, which stands for each address at it and below it. */
  sender: z.string(),
  isDomain: z.boolean(),
  /** How many mails one address may bring within `mailMinutes`. */
  mails: z.number().int(),
  /** What they were called then. */
  namedBy: z.string(),
  namedAt: timestamp,
});
export type SharedSender = z.infer<typeof sharedSenderSchema>;

/** Who brings many people's mail, as a marketplace or a form does (docs/product.md#loops-and-bursts). */
export const sharedSenders = {
  /** All of them, the newest first. */
  list: endpoint("senders:share", "GET", "/shared-senders").output(z.object({ items: z.array(sharedSenderSchema) })),
  /** Names an address or a domain with its number, or gives it another. */
  set: endpoint("senders:share", "PUT", "/shared-senders")
    .errors(among("domain_of_everybody", "too_many_shared_senders"))
    .input(
      z.object({
        sender: trimmedText("Sender", limits.emailAddressLength, "Enter an address or a domain"),
        mails: z.number(howMany).int(howMany).min(1, howMany).max(most, howMany),
      }),
    )
    .output(sharedSenderSchema),
  /** Takes a sender off the list: then the limits for everybody hold. */
  remove: endpoint("senders:share", "DELETE", "/shared-senders/{id}")
    .errors(among("shared_sender_not_found"))
    .input(z.object({ id }))
    .output(sharedSenderSchema),
};

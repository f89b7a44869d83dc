import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, timestamp, trimmedText } from "../page.ts";

const most = limits.sharedSenderMails;
const howMany = `Enter a number from 1 to ${most.toLocaleString("en-US")}`;

const sharedSenderSchema = z.object({
  id,
  /** An address, or a domain, which includes each address at it and its subdomains. */
  sender: z.string(),
  isDomain: z.boolean(),
  /** How many mails each address may bring within `mailMinutes`. */
  mails: z.number().int(),
  /** Their name at the time. */
  namedBy: z.string(),
  namedAt: timestamp,
});
export type SharedSender = z.infer<typeof sharedSenderSchema>;

/** Senders that bring many people's mail, such as a marketplace or a form (docs/product.md#loops-and-bursts). */
export const sharedSenders = {
  /** Lists all, newest first. */
  list: endpoint("senders:share", "GET", "/shared-senders").output(z.object({ items: z.array(sharedSenderSchema) })),
  /** Adds an address or a domain with its number, or changes the number. */
  set: endpoint("senders:share", "PUT", "/shared-senders")
    .errors(among("domain_of_everybody", "too_many_shared_senders"))
    .input(
      z.object({
        sender: trimmedText("Sender", limits.emailAddressLength, "Enter an address or a domain"),
        mails: z.number(howMany).int(howMany).min(1, howMany).max(most, howMany),
      }),
    )
    .output(sharedSenderSchema),
  /** Removes a sender: the usual limits apply again. */
  remove: endpoint("senders:share", "DELETE", "/shared-senders/{id}")
    .errors(among("shared_sender_not_found"))
    .input(z.object({ id }))
    .output(sharedSenderSchema),
};

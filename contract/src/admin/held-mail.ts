import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { timestamp, typedText } from "../page.ts";
import { doorReasons, heldReasons } from "../vocabulary.ts";

/** Selects mails that a limit holds back; without any field it means all. */
const heldFilterSchema = z.object({
  reason: z.enum(heldReasons).optional(),
  /** The address in From, as in the mail log. */
  sender: typedText().toLowerCase().max(limits.emailAddressLength, "This address is too long").optional(),
  /** When they came: the first moment included, and the first one excluded. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type HeldFilter = z.output<typeof heldFilterSchema>;

const heldGroupSchema = z.object({
  reason: z.enum(heldReasons),
  /** The address in From; null if there is none. */
  sender: z.string().nullable(),
  mails: z.number().int(),
  firstAt: timestamp,
  lastAt: timestamp,
});
export type HeldGroup = z.infer<typeof heldGroupSchema>;

const heldListSchema = z.object({
  /** The time of this answer: later mails are not included. */
  at: timestamp,
  /** Counted up to `heldMailsCounted`. */
  mails: z.number().int(),
  isMore: z.boolean(),
  /** The same mails by reason and sender, largest group first; only the first groups if there are many. */
  groups: z.array(heldGroupSchema),
  /** When the clean-up will first remove raw bytes, after which a mail cannot be released; null if that is not soon. */
  endsAt: timestamp.nullable(),
});
export type HeldList = z.infer<typeof heldListSchema>;

const doorRefusalSchema = z.object({
  reason: z.enum(doorReasons),
  /** The number today (UTC), and in all days shown, including today. */
  today: z.number().int(),
  lately: z.number().int(),
});
export type DoorRefusal = z.infer<typeof doorRefusalSchema>;

/** Mail that limits keep from becoming tickets, before and after it is accepted (docs/product.md#held-mail). */
export const heldMail = {
  /** Lists the mails that limits hold back and that a filter selects. */
  list: endpoint("mail:read-log", "GET", "/mail/held").input(heldFilterSchema).output(heldListSchema),
  /** Releases the hundred oldest mails that a filter selects, as tickets and replies; another request continues with the next. */
  release: endpoint("mail:process-again", "POST", "/mail/held/release", { twice: "a mail is released once" })
    // Mails that come meanwhile are not included.
    .input(heldFilterSchema.extend({ until: timestamp }))
    .output(z.object({ released: z.number().int(), left: z.number().int() })),
  /** Counts how often SMTP refused mail for the store, by reason. */
  refused: endpoint("mail:read-log", "GET", "/mail/refused").output(z.object({ items: z.array(doorRefusalSchema) })),
};

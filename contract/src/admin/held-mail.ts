import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { timestamp, typedText } from "../page.ts";
import { doorReasons, heldReasons } from "../vocabulary.ts";

/** Which of the mails that a limit holds back: all, where nothing is said. */
const heldFilterSchema = z.object({
  reason: z.enum(heldReasons).optional(),
  /** The address in From, as the mail log has it. */
  sender: typedText().toLowerCase().max(limits.emailAddressLength, "This address is too long").optional(),
  /** When they came: the first moment, and the first one after. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type HeldFilter = z.output<typeof heldFilterSchema>;

const heldGroupSchema = z.object({
  reason: z.enum(heldReasons),
  /** The address in From; null where there is none. */
  sender: z.string().nullable(),
  mails: z.number().int(),
  firstAt: timestamp,
  lastAt: timestamp,
});
export type HeldGroup = z.infer<typeof heldGroupSchema>;

const heldListSchema = z.object({
  /** When this was so: what came later is not among them. */
  at: timestamp,
  /** Counted as far as `heldMailsCounted`. */
  mails: z.number().int(),
  isMore: z.boolean(),
  /** The same by reason and sender, the largest first; of many only those. */
  groups: z.array(heldGroupSchema),
  /** When the first of them lose their raw bytes at the clean-up, after which they cannot be released; null where none do soon. */
  endsAt: timestamp.nullable(),
});
export type HeldList = z.infer<typeof heldListSchema>;

const doorRefusalSchema = z.object({
  reason: z.enum(doorReasons),
  /** On this day (UTC), and in the days that are shown, this one included. */
  today: z.number().int(),
  lately: z.number().int(),
});
export type DoorRefusal = z.infer<typeof doorRefusalSchema>;

/** Mail that limits keep from becoming tickets, before it is taken and after (docs/product.md#held-mail). */
export const heldMail = {
  /** What limits hold back, and what of it a filter means. */
  list: endpoint("mail:read-log", "GET", "/mail/held").input(heldFilterSchema).output(heldListSchema),
  /** Lets the oldest hundred of what a filter means go on as tickets and replies; asked again it goes on with those that follow. */
  release: endpoint("mail:process-again", "POST", "/mail/held/release", { twice: "a mail is released once" })
    // What comes meanwhile is not meant.
    .input(heldFilterSchema.extend({ until: timestamp }))
    .output(z.object({ released: z.number().int(), left: z.number().int() })),
  /** How often the SMTP door refused mail for the store, by reason. */
  refused: endpoint("mail:read-log", "GET", "/mail/refused").output(z.object({ items: z.array(doorRefusalSchema) })),
};

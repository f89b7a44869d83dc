import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../page.ts";

const refusal = "Only supervisors and administrators can get the weekly mail";

const choiceSchema = z.object({
  isOn: z.boolean(),
  /** When the next one leaves: a Monday at eight by the store's clocks. */
  nextAt: timestamp,
  timeZone: z.string(),
});
export type WeeklyMailChoice = z.infer<typeof choiceSchema>;

/** The mail that tells who oversees a store how its week was (docs/product.md#weekly-mail). */
export const weeklyMail = {
  get: endpoint("store:oversee", "GET", "/weekly-mail", { refusal }).output(choiceSchema),
  set: endpoint("store:oversee", "PUT", "/weekly-mail", { refusal })
    .input(z.object({ isOn: z.boolean() }))
    .output(choiceSchema),
  /** The mail of the last week, as it would leave now. */
  preview: endpoint("store:oversee", "GET", "/weekly-mail/preview", { refusal, isHeavy: true }).output(
    z.object({ subject: z.string(), html: z.string() }),
  ),
};

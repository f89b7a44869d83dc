import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, trimmedText } from "./page.ts";

const polishResultSchema = z.object({
  success: z.boolean(),
  /** The text as it was, when there is an error. */
  polishedMessage: z.string(),
  /** How many groups of words were changed. */
  corrections: z.number().int(),
  /** Why it could not be polished, in words for the writer. */
  error: z.string().nullable(),
  /** False when the text was left as it is because it does not seem to be English. */
  isEnglish: z.boolean(),
});
export type PolishResult = z.infer<typeof polishResultSchema>;

export const polish = {
  /** Corrects a draft; with the ticket's id, the names of its customer and of what they ordered stay untouched. */
  polish: endpoint("polish:use", "POST", "/polish")
    .errors(among("ticket_not_found"))
    .input(
      z.object({
        text: trimmedText("Message", limits.replyLength, "Message cannot be empty"),
        ticketId: id.optional(),
      }),
    )
    .output(polishResultSchema),
};

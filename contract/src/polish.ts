import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, trimmedText } from "./page.ts";

/** What a draft can be corrected in: English wholly, the others by their spelling. */
export const polishLanguages = ["en", "de", "fr", "es", "it", "nl", "pl", "pt"] as const;
const polishLanguageSchema = z.enum(polishLanguages);
export type PolishLanguage = z.infer<typeof polishLanguageSchema>;

const polishSuggestionSchema = z.object({
  /** Where it stands in the polished message. */
  at: z.number().int().nonnegative(),
  /** What stands there. */
  instead: z.string(),
  /** What may have been meant, the likeliest first. */
  choices: z.array(z.string()).min(1).max(3),
  /** What is doubted about it, in three words. */
  why: z.string(),
});
export type PolishSuggestion = z.infer<typeof polishSuggestionSchema>;

const polishResultSchema = z.object({
  success: z.boolean(),
  /** The text as it was, when there is an error. */
  polishedMessage: z.string(),
  /** How many groups of words were changed. */
  corrections: z.number().int(),
  /** What may be wrong too and is left as it is, in the order of the text; none overlaps another. */
  suggestions: z.array(polishSuggestionSchema),
  /** Why it could not be polished, in words for the writer. */
  error: z.string().nullable(),
  /** The language it was corrected in; null when that could not be told, and the text is as it was. */
  language: polishLanguageSchema.nullable(),
});
export type PolishResult = z.infer<typeof polishResultSchema>;

export const polish = {
  /** Corrects a draft; with the ticket's id, the names of its customer and of what they ordered stay untouched. */
  polish: endpoint("polish:use", "POST", "/polish", { isHeavy: true })
    .errors(among("ticket_not_found"))
    .input(
      z.object({
        text: trimmedText("Message", limits.replyLength, "Message cannot be empty"),
        ticketId: id.optional(),
        /** The language it is in, where the writer says so. */
        language: polishLanguageSchema.optional(),
      }),
    )
    .output(polishResultSchema),
  /** Has the checkers loaded before the first text; harmless however often, and answered at once. */
  warm: endpoint("polish:use", "POST", "/polish/warm").output(z.object({})),
};

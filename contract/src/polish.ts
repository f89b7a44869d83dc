import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, trimmedText } from "./page.ts";

/** The languages in which a draft can be corrected: English fully, the others only in their spelling. */
export const polishLanguages = ["en", "de", "fr", "es", "it", "nl", "pl", "pt"] as const;
const polishLanguageSchema = z.enum(polishLanguages);
export type PolishLanguage = z.infer<typeof polishLanguageSchema>;

const polishSuggestionSchema = z.object({
  /** The position in the polished message. */
  at: z.number().int().nonnegative(),
  /** The words at that position. */
  instead: z.string(),
  /** What may be meant instead, likeliest first. */
  choices: z.array(z.string()).min(1).max(3),
  /** What is doubtful about it, in three words. */
  why: z.string(),
});
export type PolishSuggestion = z.infer<typeof polishSuggestionSchema>;

const polishResultSchema = z.object({
  success: z.boolean(),
  /** The original text if there is an error. */
  polishedMessage: z.string(),
  /** How many groups of words were changed. */
  corrections: z.number().int(),
  /** Possible mistakes that were left as they are, in the order of the text; they do not overlap. */
  suggestions: z.array(polishSuggestionSchema),
  /** Why it could not be polished, in words for the writer. */
  error: z.string().nullable(),
  /** The language it was corrected in; null if that was unclear, and then the text is unchanged. */
  language: polishLanguageSchema.nullable(),
});
export type PolishResult = z.infer<typeof polishResultSchema>;

export const polish = {
  /** Corrects a draft; with the ticket's id, the names of its customer and of their orders' items stay untouched. */
  polish: endpoint("polish:use", "POST", "/polish", { isHeavy: true })
    .errors(among("ticket_not_found"))
    .input(
      z.object({
        text: trimmedText("Message", limits.replyLength, "Message cannot be empty"),
        ticketId: id.optional(),
        /** The draft's language, if the writer chooses it. */
        language: polishLanguageSchema.optional(),
      }),
    )
    .output(polishResultSchema),
  /** Loads the checkers before the first text; harmless to repeat, and answered at once. */
  warm: endpoint("polish:use", "POST", "/polish/warm").output(z.object({})),
};

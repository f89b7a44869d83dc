import { getPriority, setPriority } from "node:os";
import type { PolishLanguage } from "@deskhand/contract/polish";
import { correctSpelling } from "./languages/correct-spelling.ts";
import { detectLanguage } from "./languages/detect-language.ts";
import { dictionaryOf } from "./open-dictionary.ts";
import { openLanguageTools } from "./open-language-tools.ts";
import { isForeign, type PolishedText, polishText } from "./polish-text.ts";

/** A text for the checking process; `names` are what it must leave as it is, besides what looks like a code. */
export type TextToPolish = { text: string; names: readonly string[]; language?: PolishLanguage };

/** With the language that it was corrected in; null where that cannot be told, and the text is as it was. */
export type CheckedText = PolishedText & { language: PolishLanguage | null };

/** Below everything that somebody waits for. */
const niceness = 10;

setPriority(Math.max(niceness, getPriority()));
// The server ended, in whatever way: nobody is left to work for.
process.once("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole group, and the text in hand is still waited for.
process.on("SIGINT", () => undefined);
const tools = await openLanguageTools();

/**
 * Polishes a text. Only for a process of its own: the checkers take 300 MB, and hold their thread for as long as a text
 * needs.
 */
export async function checkText({ text, names, language: wanted }: TextToPolish): Promise<CheckedText> {
  const language = wanted ?? (isForeign(text, tools) ? detectLanguage(text) : "en");
  if (language === null) return { text, corrections: 0, suggestions: [], language };
  if (language === "en")
    return { ...(await polishText(text, names, wanted ? { ...tools, isEnglish: true } : tools)), language };
  return { ...correctSpelling(text, names, await dictionaryOf(language), language), language };
}

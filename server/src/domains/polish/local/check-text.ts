import { getPriority, setPriority } from "node:os";
import type { PolishLanguage } from "@deskhand/contract/polish";
import { detectLanguage } from "../../../platform/language/detect-language.ts";
import { correctSpelling } from "./languages/correct-spelling.ts";
import { dictionaryOf } from "./open-dictionary.ts";
import { openLanguageTools } from "./open-language-tools.ts";
import { isForeign, type PolishedText, polishText } from "./polish-text.ts";

/** A text for the checking process; `names` must not change, besides what looks like a code. */
export type TextToPolish = { text: string; names: readonly string[]; language?: PolishLanguage };

/** `language` is the one it was corrected in; null if it could not be detected, and the text is unchanged. */
export type CheckedText = PolishedText & { language: PolishLanguage | null };

/** A lower priority than everything that people wait for. */
const niceness = 10;

setPriority(Math.max(niceness, getPriority()));
// The server has ended, so nobody waits for results.
process.once("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group, but the current text is still needed.
process.on("SIGINT", () => undefined);
const tools = await openLanguageTools();

/** Polishes a text. Only for a separate process: the checkers take 300 MB and block their thread. */
export async function checkText({ text, names, language: wanted }: TextToPolish): Promise<CheckedText> {
  const language = wanted ?? (isForeign(text, tools) ? detectLanguage(text) : "en");
  if (language === null) return { text, corrections: 0, suggestions: [], language };
  if (language === "en")
    return { ...(await polishText(text, names, wanted ? { ...tools, isEnglish: true } : tools)), language };
  return { ...correctSpelling(text, names, await dictionaryOf(language), language), language };
}

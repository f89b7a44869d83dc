import { getPriority, setPriority } from "node:os";
import { openLanguageTools } from "./open-language-tools.ts";
import { type PolishedText, polishText } from "./polish-text.ts";

/** A text for the checking process; `names` are what it must leave as it is, besides what looks like a code. */
export type TextToPolish = { text: string; names: readonly string[] };

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
export function checkText({ text, names }: TextToPolish): Promise<PolishedText> {
  return polishText(text, names, tools);
}

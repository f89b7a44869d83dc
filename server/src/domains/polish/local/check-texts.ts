import type { CheckerMessage, TextToPolish } from "./checker-messages.ts";
import { openLanguageTools } from "./open-language-tools.ts";
import { polishText } from "./polish-text.ts";

/**
 * Polishes the texts that come from the server, in a process of its own: the checkers take 300 MB, and hold their thread
 * for as long as a text needs.
 */
export async function checkTexts(): Promise<void> {
  const tell = (message: CheckerMessage) => void process.send?.(message);
  // The server ended, in whatever way: nobody is left to work for.
  process.once("disconnect", () => process.exit(0));
  // Ctrl-C reaches the whole group, and the text in hand is still waited for.
  process.on("SIGINT", () => undefined);
  const tools = await openLanguageTools();
  process.on("message", async ({ text, names }: TextToPolish) => {
    try {
      tell({ kind: "polished", polished: await polishText(text, names, tools) });
    } catch (error) {
      // Told to the server, which answers with the text as it was.
      tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  });
  tell({ kind: "ready" });
}

if (import.meta.main) await checkTexts();

import type { LanguageTools } from "../local/open-language-tools.ts";
import { polishText } from "../local/polish-text.ts";
import type { PolishCase } from "./lines-of.ts";

/** What became of some cases: those that came out right, and those that did not with what they became. */
export type CaseResults = { all: number; right: number; wrong: { written: string; became: string }[] };

/** Polishes each case by itself. */
export async function measureCases(cases: readonly PolishCase[], tools: LanguageTools): Promise<CaseResults> {
  const wrong: CaseResults["wrong"] = [];
  for (const { written, right } of cases) {
    const { text } = await polishText(written, [], tools);
    if (!right.includes(text)) wrong.push({ written, became: text });
  }
  return { all: cases.length, right: cases.length - wrong.length, wrong };
}

import { wordsOfNames } from "../../protect/find-names.ts";
import { type Edit, inCaseOf } from "../edit.ts";
import { spellingRule } from "../grammar-rules.ts";
import type { LanguageTools, Mistake } from "../open-language-tools.ts";

/** A capital at the start of a sentence is no sign of a name when the word is long, and so near to a common one. */
const shortestCapitalised = 6;

/** The words that the grammar checker does not know and of which the dictionaries say what was meant, unless they may be names. */
export function spellingEdits(
  text: string,
  mistakes: readonly Mistake[],
  tools: Pick<LanguageTools, "correctWord">,
  names: readonly string[],
): Edit[] {
  const nameWords = wordsOfNames(names);
  return mistakes.flatMap(({ rule, start, end }) => {
    const word = text.slice(start, end);
    if (rule !== spellingRule || !/^[A-Za-z][a-z]{2,}$/.test(word) || isPartOfCode(text, start, end)) return [];
    const lower = word.toLowerCase();
    if (nameWords.has(lower) || (word !== lower && !mayBeCorrected(text, start, word))) return [];
    const right = tools.correctWord(lower, word !== lower);
    return right === null ? [] : [{ start, end, replacement: inCaseOf(word, right) }];
  });
}

/** "teh-lamp", "sory_20": what hangs together with other signs is a code. */
function isPartOfCode(text: string, start: number, end: number): boolean {
  return /[-_.@#/\\\d'’]$/.test(text.slice(0, start)) || /^(?:[-_@#/\\\d'’]|\.\w)/.test(text.slice(end));
}

function mayBeCorrected(text: string, start: number, word: string): boolean {
  return word.length >= shortestCapitalised && /(?:^|[.!?]\s+|\n\s*)$/.test(text.slice(0, start));
}

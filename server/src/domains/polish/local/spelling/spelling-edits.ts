import { wordsOfNames } from "../../protect/find-names.ts";
import { type Edit, inCaseOf, type Suggestion } from "../edit.ts";
import { type LanguageTools, type Mistake, spellingRule } from "../open-language-tools.ts";
import { neighboursOf } from "../words-beside/word-pairs.ts";

/** A capital at the start of a sentence is no sign of a name when the word is long, and so near to a common one. */
const shortestCapitalised = 6;

type Spelling = { edits: Edit[]; suggestions: Suggestion[] };

/** What to do about the words that the grammar checker does not know, unless they may be names: what is certain, and what is not. */
export function spellingEdits(
  text: string,
  mistakes: readonly Mistake[],
  tools: Pick<LanguageTools, "correctWord">,
  names: readonly string[],
): Spelling {
  const nameWords = wordsOfNames(names);
  const [edits, suggestions]: [Edit[], Suggestion[]] = [[], []];
  for (const { rule, start, end } of mistakes) {
    const word = text.slice(start, end);
    if (rule !== spellingRule || !/^[A-Za-z][a-z]{2,}$/.test(word) || isPartOfCode(text, start, end)) continue;
    const lower = word.toLowerCase();
    if (nameWords.has(lower) || (word !== lower && !mayBeCorrected(text, start, word))) continue;
    const meant = tools.correctWord(lower, word !== lower, neighboursOf(text, start, end));
    if (meant === null) continue;
    if ("right" in meant) edits.push({ start, end, replacement: inCaseOf(word, meant.right) });
    else suggestions.push({ start, end, choices: meant.choices, why: "Unknown word" });
  }
  return { edits, suggestions };
}

/** "teh-lamp", "sory_20": what hangs together with other signs is a code. */
function isPartOfCode(text: string, start: number, end: number): boolean {
  return /[-_.@#/\\\d'’]$/.test(text.slice(0, start)) || /^(?:[-_@#/\\\d'’]|\.\w)/.test(text.slice(end));
}

function mayBeCorrected(text: string, start: number, word: string): boolean {
  return word.length >= shortestCapitalised && /(?:^|[.!?]\s+|\n\s*)$/.test(text.slice(0, start));
}

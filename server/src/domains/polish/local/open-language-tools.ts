import dictionary from "dictionary-en";
import { Dialect, type Lint, type LintConfig, LocalLinter, type Suggestion, SuggestionKind } from "harper.js";
import { slimBinary } from "harper.js/slimBinary";
import nspell from "nspell";
import { grammarRules } from "./grammar-rules.ts";

/** What the checker knows of English: a grammar and a spelling checker, kept small enough to be replaced in a test. */
export type LanguageTools = {
  /** Grammar mistakes of a text, each with its first suggestion. */
  findMistakes(text: string): Promise<Mistake[]>;
  /** Whether a word is spelled right. */
  isWord(word: string): boolean;
  /** What a misspelled word should have been, the likeliest first. */
  suggest(word: string): string[];
};

/** `rule` is harper's name for it; `start` and `end` are positions in the text. */
export type Mistake = { rule: string; start: number; end: number; replacement: string };

/** Loads both checkers: about a second, and some 300 MB that only the process which does it should bear. */
export async function openLanguageTools(): Promise<LanguageTools> {
  const linter = new LocalLinter({ binary: slimBinary, dialect: Dialect.American });
  const known = Object.keys(await linter.getDefaultLintConfig());
  const config: LintConfig = Object.fromEntries(known.map((rule) => [rule, grammarRules.has(rule)]));
  await linter.setLintConfig(config);
  const spelling = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
  // A search takes up to 70 ms, and each word is looked at in every round.
  const suggested = new Map<string, string[]>();
  // The first text pays for what is compiled when it is needed.
  await linter.lint("This has to be warm.", { language: "plaintext" });
  return {
    async findMistakes(text) {
      const places = placesOf(text);
      const found = await linter.organizedLints(text, { language: "plaintext" });
      return Object.entries(found).flatMap(([rule, lints]) =>
        lints.flatMap((lint) => mistakeOf(rule, lint, places) ?? []),
      );
    },
    isWord: (word) => spelling.correct(word),
    suggest(word) {
      const known = suggested.get(word) ?? spelling.suggest(word);
      if (suggested.size > 5_000) suggested.clear();
      suggested.set(word, known);
      return known;
    },
  };
}

function mistakeOf(rule: string, lint: Lint, places: (index: number) => number): Mistake | null {
  const [first] = lint.suggestions();
  if (!first) return null;
  const span = lint.span();
  const [start, end] = [places(span.start), places(span.end)];
  const mistake = { rule, start, end, replacement: replacementOf(first, lint) };
  lint.free();
  return mistake;
}

function replacementOf(suggestion: Suggestion, lint: Lint): string {
  const text = suggestion.get_replacement_text();
  return suggestion.kind() === SuggestionKind.InsertAfter ? lint.get_problem_text() + text : text;
}

/** The checker counts characters, JavaScript counts UTF-16 units: an emoji is one and two. */
function placesOf(text: string): (index: number) => number {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (index) => index;
  const places: number[] = [0];
  for (const character of text) places.push((places.at(-1) ?? 0) + character.length);
  return (index) => places[index] ?? text.length;
}

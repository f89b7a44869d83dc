import { openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  createBinaryModuleFromUrl,
  Dialect,
  type Lint,
  type LintConfig,
  LocalLinter,
  type Suggestion,
  SuggestionKind,
} from "harper.js";
import { slimBinary } from "harper.js/slimBinary";
import { type VerbForms, verbForms } from "./english/verb-forms.ts";
import { isTaken, refusedRules, spellingRule } from "./grammar-rules.ts";
import { mechanicalRules } from "./mechanical-rules.ts";
import { type Dictionary, openDictionary } from "./open-dictionary.ts";
import { agreementRules } from "./rules/agreement.ts";
import { confusedWords } from "./rules/confused-words.ts";
import type { Rule } from "./rules/edits-of.ts";
import { signRules } from "./rules/signs.ts";
import { smallWords } from "./rules/small-words.ts";
import { verbFormRules } from "./rules/verb-form-rules.ts";
import { correctWord, type Meant } from "./spelling/correct-word.ts";
import { readWordFrequencies, type WordFrequencies } from "./spelling/word-frequencies.ts";
import type { Neighbours } from "./words-beside/neighbours.ts";
import { readWordPairs, type WordPairs } from "./words-beside/word-pairs.ts";

/** What the checker knows of English: grammar, spelling and rules of our own, kept small enough to be replaced in a test. */
export type LanguageTools = {
  /** Mistakes of a text by the grammar checker, each with its first suggestion; of spelling only where the word is. */
  findMistakes(text: string): Promise<Mistake[]>;
  /** Whether a word is spelled right, American or British. */
  isWord(word: string): boolean;
  /** What was meant by a misspelled word between the words beside it, certainly or perhaps; null where nothing is near. */
  correctWord(word: string, isCapitalised: boolean, beside: Neighbours): Meant | null;
  /** The forms of verbs. */
  verbs: VerbForms;
  /** How often words follow each other. */
  pairs: WordPairs;
  /** Rules of our own. */
  rules: readonly Rule[];
};

/** `rule` is harper's name for it; `start` and `end` are positions in the text. */
export type Mistake = { rule: string; start: number; end: number; replacement: string };

/** Loads all of it: about a second, and some 350 MB that only the process which does it should bear. */
export async function openLanguageTools(): Promise<LanguageTools> {
  const [linter, american, pairs] = await Promise.all([
    openLinter(),
    import("dictionary-en").then((files) => openDictionary(files.default)),
    readWordPairs(),
  ]);
  let forSpelling: SpellingTools | undefined;
  const isWord = (word: string) => american.isWord(word) || forSpelling?.british.isWord(word) === true;
  const corrected = new Map<string, Meant | null>();
  const verbs: VerbForms = verbForms(american.isWord);
  return {
    async findMistakes(text) {
      const places = placesOf(text);
      const found = await linter.organizedLints(text, { language: "plaintext", dedup: false });
      const mistakes = Object.entries(found).flatMap(([rule, lints]) =>
        lints.flatMap((lint) => mistakeOf(rule, lint, places) ?? []),
      );
      const isUnknown = ({ rule, start, end }: Mistake) =>
        rule === spellingRule && !american.isWord(text.slice(start, end));
      if (!forSpelling && mistakes.some(isUnknown)) forSpelling = await openSpellingTools(pairs);
      return mistakes;
    },
    isWord,
    pairs,
    verbs,
    correctWord(word, isCapitalised, beside) {
      const key = `${beside.before} ${word} ${beside.after} ${isCapitalised}`;
      const known = corrected.get(key);
      if (known !== undefined) return known;
      if (corrected.size > 5_000) corrected.clear();
      if (!forSpelling) return null;
      const { frequencies } = forSpelling;
      const isParticiple = (form: string) => verbs.isParticiple(form);
      const meant = correctWord(word, { isWord, frequencies, pairs, isParticiple }, isCapitalised, beside);
      corrected.set(key, meant);
      return meant;
    },
    rules: [
      ...mechanicalRules,
      ...signRules,
      ...confusedWords,
      ...smallWords,
      ...verbFormRules(verbs),
      ...agreementRules(isWord, verbs),
    ],
  };
}

type SpellingTools = { british: Dictionary; frequencies: WordFrequencies };

/** What only a misspelled word needs, or one that may be British: 0.3 s that a text without any is spared. */
async function openSpellingTools(pairs: WordPairs): Promise<SpellingTools> {
  const [files, frequencies] = await Promise.all([import("dictionary-en-gb"), readWordFrequencies(pairs.words())]);
  return { british: await openDictionary(files.default), frequencies };
}

async function openLinter(): Promise<LocalLinter> {
  // Left to find its file itself it fails where the way there has a space or another sign that addresses spell otherwise.
  const file = await openAsBlob(fileURLToPath(slimBinary.url), { type: "application/wasm" });
  const binary = createBinaryModuleFromUrl(URL.createObjectURL(file), "slim");
  const linter = new LocalLinter({ binary, dialect: Dialect.American });
  const config: LintConfig = await linter.getDefaultLintConfig();
  // Those that are off by default need a thesaurus, which the small binary has not.
  await linter.setLintConfig(
    Object.fromEntries(Object.keys(config).map((rule) => [rule, config[rule] !== false && !refusedRules.has(rule)])),
  );
  // The first text pays for what is compiled when it is needed.
  await linter.lint("This has to be warm.", { language: "plaintext" });
  return linter;
}

function mistakeOf(rule: string, lint: Lint, places: (index: number) => number): Mistake | null {
  const [first] = lint.suggestions();
  if ((!first || !isTaken(rule, lint.lint_kind())) && rule !== spellingRule) return null;
  const span = lint.span();
  const [start, end] = [places(span.start), places(span.end)];
  const mistake = { rule, start, end, replacement: first ? replacementOf(first, lint) : "" };
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

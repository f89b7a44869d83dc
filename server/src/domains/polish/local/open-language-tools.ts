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
import type { Rule } from "./edit.ts";
import { type VerbForms, verbForms } from "./english/verb-forms.ts";
import { mechanicalRules } from "./mechanical-rules.ts";
import { type Dictionary, openDictionary } from "./open-dictionary.ts";
import { agreementRules } from "./rules/agreement.ts";
import { confusedWords } from "./rules/confused-words.ts";
import { signRules } from "./rules/signs.ts";
import { smallWords } from "./rules/small-words.ts";
import { verbFormRules } from "./rules/verb-form-rules.ts";
import { correctWord, type Meant } from "./spelling/correct-word.ts";
import { readWordFrequencies, type WordFrequencies } from "./spelling/word-frequencies.ts";
import { type Neighbours, readWordPairs, type WordPairs } from "./words-beside/word-pairs.ts";

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

/** The kinds of harper's rules that are about mistakes and not about style: what they found in sound sentences was next to nothing. */
const kinds: ReadonlySet<string> = new Set(
  "Agreement BoundaryError Eggcorn Grammar Malapropism Nonstandard Typo Usage WordOrder".split(" "),
);

/** Of the other kinds those that were never wrong on a sound sentence, and each found a planted mistake. */
const taken: ReadonlySet<string> = new Set(
  `AnA ThenThan SinceDuration DoubleModal WrongNegative LookingForwardTo LookForwardTo ItsContraction ToLoseTooLoose ModalOf
  NounVerbConfusion Cant AdjectiveDoubleDegree LetToDo Payed Therefore Without Meanwhile Nowadays AfterAll However Instead Myself
  Yourself Alongside Beforehand NoLonger ForAWhile InAWhile AfterAWhile ALongTime ForALongTime EveryTime OfCourse BestRegards KindRegards
  HalfAnHour InAHurry PeaceOfMind BareInMind MoreThatLikely NowKnownAs InNeedOf InDetail AsFollows FindOut GetUsedTo UseToUsedTo
  SupposedTo DoToDueTo ExceptOf AtLeasToLeast AtLestToLeast SafeToSave TooTo ToTwoToo ToTooIdioms WayTooAdjective PronounContraction
  WereWhere YourOutClauseAgreement`.split(/\s+/),
);

/** Rules of those kinds that were wrong on a sound sentence, or take a word for another that a shop means. */
const refusedRules: ReadonlySet<string> = new Set(
  `The ThereIsAgreement SplitWords MassNouns AskNoPreposition OrthographicConsistency RepeatedWords EllipsisLength SingleBe
  Everyone MissingTo RedundantThat DisjointPrefixes HaveTakeALook MissingDeterminer ThisTypeOfThing WillNonLemma WrongNegative`.split(
    /\s+/,
  ),
);

/** Whether a rule of harper is taken, by its name and its kind. */
function isTaken(rule: string, kind: string): boolean {
  return taken.has(rule) || kinds.has(kind);
}

/** The rule whose findings only say that a word is unknown. */
export const spellingRule = "SpellCheck";

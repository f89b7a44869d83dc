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
import { type Correction, correctWord } from "./spelling/correct-word.ts";
import { readWordFrequencies, type WordFrequencies } from "./spelling/word-frequencies.ts";
import { type Neighbours, readWordPairs, type WordPairs } from "./words-beside/word-pairs.ts";

/** The checker's tools for English: grammar, spelling and our own rules; small enough to be replaced in a test. */
export type LanguageTools = {
  /** Finds grammar mistakes, each with its first suggestion, and unknown words without one. */
  findMistakes(text: string): Promise<Mistake[]>;
  /** Whether a word is spelled correctly, American or British. */
  isWord(word: string): boolean;
  /** Returns what a misspelled word was meant to be, certainly or perhaps, given the words beside it; null if nothing is near. */
  correctWord(word: string, isCapitalised: boolean, beside: Neighbours): Correction | null;
  verbs: VerbForms;
  pairs: WordPairs;
  rules: readonly Rule[];
};

/** `rule` is harper's name; `start` and `end` are positions in the text. */
export type Mistake = { rule: string; start: number; end: number; replacement: string };

/** Loads the tools, which takes about a second and some 350 MB, so only a separate process should do it. */
export async function openLanguageTools(): Promise<LanguageTools> {
  const [linter, american, pairs] = await Promise.all([
    openLinter(),
    import("dictionary-en").then((files) => openDictionary(files.default)),
    readWordPairs(),
  ]);
  let spellingTools: SpellingTools | undefined;
  const isWord = (word: string) => american.isWord(word) || spellingTools?.british.isWord(word) === true;
  const corrected = new Map<string, Correction | null>();
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
      if (!spellingTools && mistakes.some(isUnknown)) spellingTools = await openSpellingTools(pairs);
      return mistakes;
    },
    isWord,
    pairs,
    verbs,
    correctWord(word, isCapitalised, beside) {
      const key = `${beside.before} ${word} ${beside.after} ${isCapitalised}`;
      const cached = corrected.get(key);
      if (cached !== undefined) return cached;
      if (corrected.size > 5_000) corrected.clear();
      if (!spellingTools) return null;
      const { frequencies } = spellingTools;
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

/** Loads what only misspelled or British words need, which saves other texts 0.3 s. */
async function openSpellingTools(pairs: WordPairs): Promise<SpellingTools> {
  const [files, frequencies] = await Promise.all([import("dictionary-en-gb"), readWordFrequencies(pairs.words())]);
  return { british: await openDictionary(files.default), frequencies };
}

async function openLinter(): Promise<LocalLinter> {
  // The library fails to find its own file if the path has a space or another character that URLs encode.
  const file = await openAsBlob(fileURLToPath(slimBinary.url), { type: "application/wasm" });
  const binary = createBinaryModuleFromUrl(URL.createObjectURL(file), "slim");
  const linter = new LocalLinter({ binary, dialect: Dialect.American });
  const config: LintConfig = await linter.getDefaultLintConfig();
  // Rules that are off by default need a thesaurus, which the small binary lacks.
  await linter.setLintConfig(
    Object.fromEntries(Object.keys(config).map((rule) => [rule, config[rule] !== false && !refusedRules.has(rule)])),
  );
  // Compiles lazily compiled code now, instead of with the first text.
  await linter.lint("This has to be warm.", { language: "plaintext" });
  return linter;
}

function mistakeOf(rule: string, lint: Lint, places: (index: number) => number): Mistake | null {
  const [first] = lint.suggestions();
  if ((!first || !isAccepted(rule, lint.lint_kind())) && rule !== spellingRule) return null;
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

/** Maps positions: the checker counts code points, JavaScript UTF-16 units, so an emoji counts one and two. */
function placesOf(text: string): (index: number) => number {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (index) => index;
  const places: number[] = [0];
  for (const character of text) places.push((places.at(-1) ?? 0) + character.length);
  return (index) => places[index] ?? text.length;
}

/** The kinds of harper's rules that are about mistakes, not style; they found next to nothing in correct sentences. */
const acceptedKinds: ReadonlySet<string> = new Set(
  "Agreement BoundaryError Eggcorn Grammar Malapropism Nonstandard Typo Usage WordOrder".split(" "),
);

/** Rules of other kinds that never objected to a correct sentence, and each found a planted mistake. */
const acceptedRules: ReadonlySet<string> = new Set(
  `AnA ThenThan SinceDuration DoubleModal WrongNegative LookingForwardTo LookForwardTo ItsContraction ToLoseTooLoose ModalOf
  NounVerbConfusion Cant AdjectiveDoubleDegree LetToDo Payed Therefore Without Meanwhile Nowadays AfterAll However Instead Myself
  Yourself Alongside Beforehand NoLonger ForAWhile InAWhile AfterAWhile ALongTime ForALongTime EveryTime OfCourse BestRegards KindRegards
  HalfAnHour InAHurry PeaceOfMind BareInMind MoreThatLikely NowKnownAs InNeedOf InDetail AsFollows FindOut GetUsedTo UseToUsedTo
  SupposedTo DoToDueTo ExceptOf AtLeasToLeast AtLestToLeast SafeToSave TooTo ToTwoToo ToTooIdioms WayTooAdjective PronounContraction
  WereWhere YourOutClauseAgreement`.split(/\s+/),
);

/** Rules of the accepted kinds that objected to a correct sentence, or replace a word that a shop means. */
const refusedRules: ReadonlySet<string> = new Set(
  `The ThereIsAgreement SplitWords MassNouns AskNoPreposition OrthographicConsistency RepeatedWords EllipsisLength SingleBe
  Everyone MissingTo RedundantThat DisjointPrefixes HaveTakeALook MissingDeterminer ThisTypeOfThing WillNonLemma WrongNegative`.split(
    /\s+/,
  ),
);

function isAccepted(rule: string, kind: string): boolean {
  return acceptedRules.has(rule) || acceptedKinds.has(kind);
}

/** The rule that only reports unknown words. */
export const spellingRule = "SpellCheck";

import type { PolishSuggestion } from "@deskhand/contract/polish";
import { maskText } from "../protect/mask-text.ts";
import { protectedSpans, type Span, wordsOfNames } from "../protect/protected-spans.ts";
import {
  allowedEdits,
  applyEdits,
  countChanges,
  type Edit,
  editsOf,
  inCaseOf,
  listSuggestions,
  type Suggestion,
} from "./edit.ts";
import { type LanguageTools, type Mistake, spellingRule } from "./open-language-tools.ts";
import { doubtfulSigns } from "./rules/signs.ts";
import { doubtfulForms } from "./rules/verb-form-rules.ts";
import { judgeWords } from "./words-beside/judge-words.ts";
import { neighboursOf } from "./words-beside/word-pairs.ts";

/** A text with what was certain corrected, and what is not in its suggestions, in the order of the text. */
export type PolishedText = { text: string; corrections: number; suggestions: PolishSuggestion[] };

/** With `isEnglish` every paragraph counts as English, whatever it looks like. */
type EnglishTools = LanguageTools & { isEnglish?: boolean };

/** A word that every rule takes for a name, so that the sentence around what is protected stays a sentence. */
const standIn = "Boston";
/** A correction may be what another one needs: "dont" first, then the capital of "Don't". */
const rounds = 2;
/** Nobody waits for this process but the writer. */
const mostChanges = 4_000;

/**
 * Corrects what is certainly wrong in an English text and says what else may be. What is protected stands in the
 * result as it stood, in its order, or the text is returned unchanged.
 */
export async function polishText(text: string, names: readonly string[], tools: EnglishTools): Promise<PolishedText> {
  const spans = spansOf(text, names, tools);
  let polished = text;
  let suggestions: Suggestion[] | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const before = polished;
    polished = tidy(polished, names, tools);
    const found = await findMistakes(polished, names, tools);
    polished = tidy(applyEdits(polished, found.edits), names, tools);
    suggestions = found.suggestions;
    if (polished === before) break;
    suggestions = null;
  }
  if (!standsIn(polished, text, spans)) return { text, corrections: 0, suggestions: [] };
  // The last round changed something, so that what it found stands elsewhere now.
  suggestions ??= (await findMistakes(polished, names, tools)).suggestions;
  return {
    text: polished,
    corrections: countChanges(text, polished, mostChanges),
    suggestions: listSuggestions(polished, suggestions),
  };
}

/** Whether no paragraph of a text is in English. */
export function isForeign(text: string, tools: Pick<LanguageTools, "isWord">): boolean {
  return foreignParagraphs(text, tools).length === paragraphsOf(text).length;
}

/** What is protected, and every paragraph in another language. */
function spansOf(text: string, names: readonly string[], tools: EnglishTools): Span[] {
  const foreign = tools.isEnglish ? [] : foreignParagraphs(text, tools);
  const known = protectedSpans(text, names).filter(
    ({ start, end }) => !foreign.some((span) => start < span.end && end > span.start),
  );
  return [...known, ...foreign].sort((a, b) => a.start - b.start);
}

function foreignParagraphs(text: string, { isWord }: Pick<LanguageTools, "isWord">): Span[] {
  return paragraphsOf(text).filter(({ start, end }) => !isEnglish(text.slice(start, end), isWord));
}

function tidy(text: string, names: readonly string[], tools: EnglishTools): string {
  let tidied = text;
  for (let round = 0; round < rounds; round += 1) {
    tidied = applyEdits(tidied, allowedEdits(editsOf(tools.rules, tidied), spansOf(tidied, names, tools)));
  }
  return tidied;
}

async function findMistakes(
  text: string,
  names: readonly string[],
  tools: EnglishTools,
): Promise<{ edits: Edit[]; suggestions: Suggestion[] }> {
  const spans = spansOf(text, names, tools);
  const edits: Edit[] = [];
  const suggestions: Suggestion[] = [...doubtfulSigns(text), ...doubtfulForms(text, tools.verbs)];
  for (const piece of pieces(text)) {
    const own = spans
      .filter(({ start, end }) => start < piece.end && end > piece.start)
      .map(({ start, end }) => ({
        start: Math.max(start, piece.start) - piece.start,
        end: Math.min(end, piece.end) - piece.start,
      }));
    const masked = maskText(text.slice(piece.start, piece.end), own, () => standIn);
    if (masked.text === standIn) continue;
    const mistakes = await tools.findMistakes(masked.text);
    const spelling = spellingEdits(masked.text, mistakes, tools, names);
    const judged = judgeWords(masked.text, tools.pairs).filter(
      ({ start, end }) => !masked.isBesideProtected(start, end),
    );
    const placeOf = (start: number, end: number) => {
      const place = masked.original(start, end);
      return place && { start: place.start + piece.start, end: place.end + piece.start };
    };
    for (const { start, end, replacement } of [
      ...grammarOf(masked.text, mistakes).filter(({ start, end }) => !masked.isBesideProtected(start, end)),
      ...spelling.edits,
      ...judged.filter(({ isCertain }) => isCertain),
    ]) {
      const place = placeOf(start, end);
      if (place) edits.push({ ...place, replacement });
    }
    const doubtful = judged.filter(({ isCertain }) => !isCertain);
    for (const { start, end, choices, why } of [
      ...spelling.suggestions,
      ...doubtful.map(({ replacement, ...rest }) => ({ ...rest, choices: [replacement] })),
    ]) {
      const place = placeOf(start, end);
      if (place) suggestions.push({ ...place, choices, why });
    }
  }
  return {
    edits: allowedEdits(edits, spans),
    suggestions: suggestions.filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start)),
  };
}

/** Words only: what touches anything else is no grammar. */
function grammarOf(text: string, mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.filter(
    ({ rule, start, end, replacement }) =>
      rule !== spellingRule &&
      /^[\s\w'’,-]*$/.test(text.slice(start, end) + replacement) &&
      // "It's duty-free": what is hyphenated is taken for a noun.
      !(rule === "AnA" && replacement.length === 1 && /^ ?(?:hono|hour|heir|honest)/i.test(text.slice(end))) &&
      !(/^its$/i.test(replacement) && /^ \w+-/.test(text.slice(end))),
  );
}

/** Whether every protected piece of the original stands in the polished text, in the same order. */
function standsIn(polished: string, original: string, spans: readonly Span[]): boolean {
  let at = 0;
  for (const { start, end } of spans) {
    const piece = original.slice(start, end);
    const found = polished.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** The checker's time grows faster than the text. */
const longestPiece = 1_200;

/** Where each paragraph of a text stands: what lies between blank lines. */
function paragraphsOf(text: string): Span[] {
  return [...text.matchAll(/\S(?:[^\n]|\n(?![ \t]*(?:\n|$)))*/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
}

/** The paragraphs, long ones cut at the end of a sentence where there is one. */
function pieces(text: string): Span[] {
  return paragraphsOf(text).flatMap(({ start, end }) => {
    const cut: Span[] = [];
    let at = start;
    while (end - at > longestPiece) {
      const stretch = text.slice(at, at + longestPiece);
      const length = lastEnd(stretch, /[.!?]["”')]*\s/g) ?? lastEnd(stretch, /\s/g) ?? longestPiece;
      cut.push({ start: at, end: at + length });
      at += length;
    }
    return [...cut, { start: at, end }];
  });
}

function lastEnd(text: string, pattern: RegExp): number | null {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : null;
}

// Short words that stand in almost every sentence of their language, and in hardly any of the others.
const english = wordsOf(
  `the and you your we our i is are was were have has had will would can could not to of for with this that it be been on
  from they please thank thanks sorry hello hi if but at an my me do does did as by or so there what when which`,
);
const foreign = wordsOf(
  `der die das und ich sie wir ist nicht ein eine einen ihr ihre ihnen mit auf für bitte danke wird wurde haben werden zu zum
  auch es im den dem von bei le la les des une et vous nous votre notre est pas que qui pour avec dans sur ce cette
  bonjour merci je du au el los las y usted su nuestro es no por para con del una está gracias hola pedido il lo gli di che
  non per sono una della grazie ciao het een en van wij uw niet voor met bedankt dank o os um uma não você obrigado seu`,
);

/** A word of either list that the other has too says nothing. */
function wordsOf(words: string): Set<string> {
  return new Set(words.split(/\s+/));
}

/**
 * Whether a paragraph is written in English, by its little words first and by how many of its words the dictionary
 * knows where those are too few. What is too short to judge (a name, "Merci!") counts as English only when every word is known.
 */
function isEnglish(paragraph: string, isWord: (word: string) => boolean): boolean {
  const words = (paragraph.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map((word) => word.toLowerCase().replace("’", "'"));
  if (words.length === 0) return true;
  const [here, there] = [count(words, english), count(words, foreign)];
  if (there > 1 && there > here) return false;
  const share = words.filter((word) => /^[a-z']+$/.test(word) && isWord(word)).length / words.length;
  return words.length < 4 ? here > there || share >= 0.5 : here / words.length >= 0.2 || share >= 0.6;
}

function count(words: readonly string[], list: ReadonlySet<string>): number {
  return words.filter((word) => list.has(word)).length;
}

/** A capital at the start of a sentence is no sign of a name when the word is long, and so near to a common one. */
const shortestCapitalised = 6;

type Spelling = { edits: Edit[]; suggestions: Suggestion[] };

/** What to do about the words that the grammar checker does not know, unless they may be names: what is certain, and what is not. */
function spellingEdits(
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

import type { PolishSuggestion } from "@deskhand/contract/polish";
import { maskText, protectedSpans, type Span, wordsOfNames } from "../protect/protected-spans.ts";
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

/** A text with its certain corrections made, and the uncertain ones as suggestions, in the order of the text. */
export type PolishedText = { text: string; corrections: number; suggestions: PolishSuggestion[] };

/** With `isEnglish` every paragraph counts as English. */
type EnglishTools = LanguageTools & { isEnglish?: boolean };

/** A word that every rule takes for a name, so that a sentence with masked parts is still a sentence. */
const standIn = "Boston";
/** One correction may enable another: "dont" first, then the capital of "Don't". */
const rounds = 2;
/** High, as only the writer waits for this process. */
const maxChanges = 4_000;

/**
 * Corrects certain mistakes of an English text and suggests corrections of others. Protected spans keep their content and order, or the
 * text is returned unchanged.
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
  if (!keepsSpans(polished, text, spans)) return { text, corrections: 0, suggestions: [] };
  // The last round changed the text, so its suggestions have outdated positions.
  suggestions ??= (await findMistakes(polished, names, tools)).suggestions;
  return {
    text: polished,
    corrections: countChanges(text, polished, maxChanges),
    suggestions: listSuggestions(polished, suggestions),
  };
}

/** Whether no paragraph of a text is in English. */
export function isForeign(text: string, tools: Pick<LanguageTools, "isWord">): boolean {
  return foreignParagraphs(text, tools).length === paragraphsOf(text).length;
}

/** Returns the protected spans and every paragraph in another language. */
function spansOf(text: string, names: readonly string[], tools: EnglishTools): Span[] {
  const foreign = tools.isEnglish ? [] : foreignParagraphs(text, tools);
  const protectedEnglish = protectedSpans(text, names).filter(
    ({ start, end }) => !foreign.some((span) => start < span.end && end > span.start),
  );
  return [...protectedEnglish, ...foreign].sort((a, b) => a.start - b.start);
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
    const pieceSpans = spans
      .filter(({ start, end }) => start < piece.end && end > piece.start)
      .map(({ start, end }) => ({
        start: Math.max(start, piece.start) - piece.start,
        end: Math.min(end, piece.end) - piece.start,
      }));
    const masked = maskText(text.slice(piece.start, piece.end), pieceSpans, () => standIn);
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

/** Keeps corrections of words only; others are not about grammar. */
function grammarOf(text: string, mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.filter(
    ({ rule, start, end, replacement }) =>
      rule !== spellingRule &&
      /^[\s\w'’,-]*$/.test(text.slice(start, end) + replacement) &&
      // "It's duty-free": the checker takes hyphenated words for nouns.
      !(rule === "AnA" && replacement.length === 1 && /^ ?(?:hono|hour|heir|honest)/i.test(text.slice(end))) &&
      !(/^its$/i.test(replacement) && /^ \w+-/.test(text.slice(end))),
  );
}

/** Whether the polished text has every protected part of the original, in the same order. */
function keepsSpans(polished: string, original: string, spans: readonly Span[]): boolean {
  let at = 0;
  for (const { start, end } of spans) {
    const piece = original.slice(start, end);
    const found = polished.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** The checker's time grows faster than the text, so it gets pieces of at most this length. */
const longestPiece = 1_200;

/** Returns the paragraphs of a text, which blank lines separate. */
function paragraphsOf(text: string): Span[] {
  return [...text.matchAll(/\S(?:[^\n]|\n(?![ \t]*(?:\n|$)))*/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
}

/** Returns the paragraphs, with long ones cut at the end of a sentence, if they have one. */
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

// Short words that almost every sentence of their language has, and hardly any of the others.
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

function wordsOf(words: string): Set<string> {
  return new Set(words.split(/\s+/));
}

/**
 * Whether a paragraph is English, judged by its short words, or if these are too few, by the share of words in the dictionary. A very
 * short one (a name, "Merci!") needs more English short words than others, or half its words in the dictionary.
 */
function isEnglish(paragraph: string, isWord: (word: string) => boolean): boolean {
  const words = (paragraph.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map((word) => word.toLowerCase().replace("’", "'"));
  if (words.length === 0) return true;
  const [englishCount, foreignCount] = [count(words, english), count(words, foreign)];
  if (foreignCount > 1 && foreignCount > englishCount) return false;
  const share = words.filter((word) => /^[a-z']+$/.test(word) && isWord(word)).length / words.length;
  return words.length < 4
    ? englishCount > foreignCount || share >= 0.5
    : englishCount / words.length >= 0.2 || share >= 0.6;
}

function count(words: readonly string[], list: ReadonlySet<string>): number {
  return words.filter((word) => list.has(word)).length;
}

/** At the start of a sentence a capitalised word of at least this length is hardly a name, if it is so near to a common word. */
const shortestCapitalised = 6;

type Spelling = { edits: Edit[]; suggestions: Suggestion[] };

/** Corrects or suggests words for those that the grammar checker does not know, unless they may be names. */
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

/** Whether a word is joined to other signs, as in a code: "teh-lamp", "sory_20". */
function isPartOfCode(text: string, start: number, end: number): boolean {
  return /[-_.@#/\\\d'’]$/.test(text.slice(0, start)) || /^(?:[-_@#/\\\d'’]|\.\w)/.test(text.slice(end));
}

function mayBeCorrected(text: string, start: number, word: string): boolean {
  return word.length >= shortestCapitalised && /(?:^|[.!?]\s+|\n\s*)$/.test(text.slice(0, start));
}

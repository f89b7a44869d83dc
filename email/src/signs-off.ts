import { ands, closingPhrases, froms } from "./closing-phrases.ts";
import { foldedWords, type Word, wordsOf } from "./words.ts";

/** The longest closing phrase has so many words, and a line that closes a letter so many. */
const longestPhrase = 5;
const longestLine = 12;

/** How many of a text's words from `from` on are a closing phrase, or several with an "and" between; 0 for none. */
export function closingAt(words: readonly Word[], from = 0): { count: number; isFirm: boolean } {
  for (let count = Math.min(longestPhrase, words.length - from); count > 0; count--) {
    const phrase = words.slice(from, from + count).map(({ word }) => word);
    const known = closingPhrases.get(phrase.join(" "));
    if (!known) continue;
    const next = from + count;
    const more = closingAt(words, ands.has(words[next]?.word ?? "") ? next + 1 : next);
    if (more.count === 0) return { count, isFirm: known.isFirm };
    const and = ands.has(words[next]?.word ?? "") ? 1 : 0;
    return { count: count + and + more.count, isFirm: known.isFirm || more.isFirm };
  }
  return { count: 0, isFirm: false };
}

/**
 * Whether a text ends as letters do: with a closing phrase, below which one or two names may stand, or with the writer's own name
 * on a line of its own (docs/product.md#the-mail-of-a-reply).
 */
export function signsOff(text: string, writer: string): boolean {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const seen = lines.flatMap((line, at) => (/[\p{L}\p{N}]/u.test(line) ? [{ line, isLed: isLed(lines[at - 1]) }] : []));
  const last = seen.at(-1);
  if (last && !last.isLed && isWriter(last.line, writer)) return true;
  return [0, 1, 2].some((names) => {
    const closing = seen.at(-1 - names);
    if (!closing || closing.isLed || !isClosing(closing.line, writer)) return false;
    return seen.slice(seen.length - names).every(({ line }) => isName(line) || isWriter(line, writer));
  });
}

/** Whether the line above announces what follows: then it is told, not meant. */
function isLed(above: string | undefined): boolean {
  return /[:：]$/.test(above ?? "");
}

function isClosing(line: string, writer: string): boolean {
  // What is quoted, or one of a list, is told as well.
  if (!/^[¡*_]*\p{L}/u.test(line)) return false;
  if (closes(line, writer, false)) return true;
  const sentence = line.split(/(?<=[.!?…])\s+|(?<=[。！？])/u).at(-1) ?? "";
  return sentence !== line && closes(sentence, writer, true);
}

function closes(sentence: string, writer: string, isWithin: boolean): boolean {
  const words = wordsOf(sentence);
  const { count, isFirm } = closingAt(words);
  if (count === 0) return isFormula(sentence);
  if (isWithin && !isFirm) return false;
  const last = words[count - 1];
  if (count === words.length || !last) return !sentence.endsWith("?");
  const rest = sentence.slice(last.end).replace(/^[\s,.!–—~;|-]+/, "");
  if (!isFirm) return isWriter(rest, writer) || closesWithAnd(words);
  return isName(rest) || isWriter(rest, writer) || wishesMore(words, count) || closesWithAnd(words);
}

/** "Kind regards and a good start into the week". */
function wishesMore(words: readonly Word[], count: number): boolean {
  return count > 1 && ands.has(words[count]?.word ?? "") && words.length <= count + 7;
}

/** "Thanks for your patience and kind regards". */
function closesWithAnd(words: readonly Word[]): boolean {
  if (words.length > longestLine) return false;
  return [2, 3, 4, 5].some((count) => {
    const from = words.length - count;
    const { count: found, isFirm } = closingAt(words, from);
    return isFirm && found === count && ands.has(words[from - 1]?.word ?? "");
  });
}

/** Politeness that has no fixed words. */
function isFormula(sentence: string): boolean {
  const text = foldedWords(sentence).join(" ");
  if (text.length > 200) return false;
  if (/^(?:je vous prie|nous vous prions|veuillez|recevez)\b/.test(text))
    return /\b(?:salutations|sentiments)\b/.test(text);
  return /^.{0,15}(?:よろしく|宜しく)(?:お願い|お願|御願い)(?:いたします|致します|申し上けます|します)?$/u.test(text);
}

/** Small words within names: "The Lumen Team of Malmö". */
const particles = new Set(
  "the team of from at and for your our von der die das vom bei und ihr ihre dein deine euer eure de du del la le les los las el di da dei van den het uw y e et och".split(
    " ",
  ),
);

/** Whether a line is a name, what somebody is, or where they are reached, as far as its shape tells. */
export function isName(line: string): boolean {
  const name = line.replace(/^[-–—~/*_\s]+/, "");
  if (name.length > 50 || /[?!:;。！？]|^["'«“„>]|^p\.?\s?s\b/iu.test(name)) return false;
  if (/\.$/.test(name) && !/(?:^|[\s.])(?:\p{L}|inc|ltd|co|corp|jr|sr)\.$/iu.test(name)) return false;
  if (/\p{N}/u.test(name)) return /^\+?[\d\s()/.-]{6,25}$/.test(name) || /^\S+\.\S+$/.test(name);
  const words = name.split(/[\s,|·•–—&]+/u).filter((word) => /\p{L}/u.test(word));
  if (words.length === 1) return true;
  const isOne = (word: string) => !/^[\p{P}\p{S}]*\p{Ll}/u.test(word) || particles.has(word) || froms.has(word);
  return words.length > 0 && words.length <= 6 && words.every(isOne) && words.some((word) => !particles.has(word));
}

/** Whether a line is the writer's own name and nothing else: the whole, or the first with or without initials. */
function isWriter(line: string, writer: string): boolean {
  if (/[?:]$/.test(line)) return false;
  const said = foldedWords(line);
  const own = foldedWords(writer);
  if (said.length === 0 || own.length === 0 || said.length > own.length) return false;
  if ([...said].sort().join(" ") === [...own].sort().join(" ")) return true;
  return said.every((word, at) => own[at] === word || (at > 0 && word.length === 1 && own[at]?.startsWith(word)));
}

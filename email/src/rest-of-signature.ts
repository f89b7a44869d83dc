import { ands, froms } from "./closing-phrases.ts";
import { readSignature, type SignatureTree, signatureFrom } from "./signature-tree.ts";
import { closingAt, signsOff } from "./signs-off.ts";
import { foldedWords, type Word, wordsOf } from "./words.ts";

/** A text that a signature may follow. */
export interface SignedText {
  readonly content: string;
  /** As our own text part prints it. */
  readonly ticketLabel: string;
  /** The name of the person who wrote it; empty where none did. */
  readonly writer: string;
}

/**
 * What of a signature's HTML is to follow a text: nothing of its beginning with which the text ends already, and no closing phrase
 * where the text has one of its own (docs/product.md#the-mail-of-a-reply).
 */
export function restOfSignature({ content, ticketLabel, writer }: SignedText, signatureHtml: string): string {
  const signature = readSignature(signatureHtml);
  const items = itemsOf(signature);
  const words = wordsOf(signature.text);
  // Pictures alone are in no text.
  if (words.length === 0) return signatureHtml;
  const text = withoutTicketLine(content, ticketLabel);
  const read = { text, words: wordsOf(text) };
  const closing = closingOf(signature.text, words);
  const begun =
    startsOf(read.words, items).length > 0 ? words.length : wordsBegun(read, items, signature.text, startsSentence);
  const named = items.filter(({ at }) => at >= closing);
  const repeated = closing > 0 ? wordsBegun(read, named, signature.text, startsLine) : 0;
  const closed = closing > 0 && signsOff(text, writer) ? closing : 0;
  const said = Math.max(begun, repeated, closed);
  if (said === 0) return signatureHtml;
  if (said === words.length && said > closing) return "";
  return signatureFrom(signature, endOf(signature.text, words, said));
}

/** Whether a text ends with the line that the text part ends with. */
export function endsWithTicketLine(content: string, ticketLabel: string): boolean {
  const last = content.trimEnd().split("\n").at(-1) ?? "";
  return foldedWords(last).join(" ") === foldedWords(ticketLabel).join(" ");
}

/** The text without the line of this or another ticket, which is copied together with a signature. */
function withoutTicketLine(content: string, ticketLabel: string): string {
  const text = content.trimEnd();
  const start = text.lastIndexOf("\n") + 1;
  const line = text.slice(start).trim();
  const name = ticketLabel.replace(/\d.*$/, "");
  return line.startsWith(name) && /^\d{1,9}(?:\s·.*)?$/.test(line.slice(name.length)) ? text.slice(0, start) : text;
}

type Read = { readonly text: string; readonly words: readonly Word[] };

/** A word of a signature, or the address of a link, which may stand in a text or not; `at` counts the words before. */
type Item = { readonly at: number; readonly word?: Word; readonly address?: readonly string[] };

function itemsOf({ text, links }: SignatureTree): Item[] {
  const words = wordsOf(text).map((word, at): Item & { place: number } => ({ at, word, place: word.end }));
  const addresses = links.map(({ at: place, href }) => {
    const before = words.filter(({ word }) => word && word.end <= place).length;
    return { at: Math.max(0, before - 1), address: foldedWords(href), place };
  });
  return [...words, ...addresses].sort((one, other) => one.place - other.place);
}

/** Where among a text's words these can begin with which it ends. */
function startsOf(words: readonly Word[], items: readonly Item[]): number[] {
  let ends = new Set([words.length]);
  for (const { word, address = [] } of items.toReversed()) {
    const starts = new Set<number>();
    for (const end of ends) {
      if (word && words[end - 1]?.word === word.word) starts.add(end - 1);
      if (word) continue;
      starts.add(end);
      const start = end - address.length;
      if (start >= 0 && address.every((each, number) => words[start + number]?.word === each)) starts.add(start);
    }
    if (starts.size === 0) return [];
    ends = starts;
  }
  return [...ends];
}

/** How many words of the signature its lines have, from the first of these items on, with which a text ends; 0 for none. */
function wordsBegun(
  { words, text }: Read,
  items: readonly Item[],
  signature: string,
  canBegin: (before: string) => boolean,
): number {
  const stops = stopsOf(items, signature).reverse();
  const stop = stops.find((stop) =>
    startsOf(words, items.slice(0, stop)).some((start) => {
      const { start: place = text.length } = words[start] ?? {};
      return (
        canBegin(text.slice(words[start - 1]?.end ?? 0, place)) || (start === 0 && !text.slice(0, place).includes(">"))
      );
    }),
  );
  return stop === undefined ? 0 : (items[stop - 1]?.at ?? -1) + 1;
}

/** After how many of the items one of the signature's lines ends, or what a sign divides on it. */
function stopsOf(items: readonly Item[], signature: string): number[] {
  return items.flatMap(({ at }, number) => {
    const next = items[number + 1];
    if (next?.at === at) return [];
    const word = items.findLast((item, place) => place <= number && item.word)?.word;
    const gap = signature.slice(word?.end, next?.word?.start ?? signature.length);
    return next === undefined || /[\n|·•–—]|\p{So}/u.test(gap) ? [number + 1] : [];
  });
}

const startsLine = (before: string) => /[\r\n][^>\r\n]*$/.test(before);
const startsSentence = (before: string) => startsLine(before) || /[.!?…][^\S\r\n]|[。！？]/u.test(before);

/** How many words of a signature are the closing phrase with which it begins. */
function closingOf(text: string, words: readonly Word[]): number {
  const { count, isFirm } = closingAt(words);
  const [last, next] = [words[count - 1], words[count]];
  if (!last || !next) return count;
  const gap = text.slice(last.end, next.start);
  if (/[\n,.!–—|·:;]|\s-\s|\p{So}/u.test(gap)) return count;
  if (froms.has(next.word)) return count + 1;
  if (isFirm && count > 1 && ands.has(next.word)) {
    const line = text.indexOf("\n", next.start);
    const onIt = words.filter(({ start }) => start < line).length;
    return onIt <= count + 7 ? onIt : 0;
  }
  return isFirm && !/\p{Ll}/u.test(text.charAt(next.start)) ? count : 0;
}

/** Where the signature goes on after so many of its words: behind what ends their line. */
function endOf(text: string, words: readonly Word[], count: number): number {
  const after = text.slice(words[count - 1]?.end);
  const signs = /^[^\p{L}\p{N}\ufffc\n]*(?=\n|$)/u.exec(after)?.[0] ?? /^[\s,;:.!|·•–—-]*/.exec(after)?.[0] ?? "";
  const blank = /^\s*/.exec(after.slice(signs.length))?.[0] ?? "";
  return text.length - after.length + signs.length + blank.length;
}

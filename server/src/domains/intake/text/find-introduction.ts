import { isArrowed, isOriginalMarker, isTitle, readHeaderLine } from "@deskhand/email/quote-markers";
import { findHeaderBlock } from "./find-header-block.ts";
import type { MailLine } from "./html-to-lines.ts";
import {
  type AttributionLines,
  beginsWithDay,
  endsWithWroteVerb,
  hasTime,
  isBrokenBeforeAddress,
  isCourtesy,
  judgeDated,
  judgeUndated,
  mayEndAttribution,
  mayReadOn,
  plainWords,
  saysSender,
} from "./read-attribution.ts";

/**
 * `length` lines that introduce quoted mail. `before` is the writer's own text on the first line. `isCertain` says that even
 * unmarked text below is history.
 */
export type Introduction = { length: number; before: string; isCertain: boolean };

const maxWords = 500;
const maxLines = 7;
// Each try takes up to some tens of microseconds, and people's mail needs a few dozen.
const maxTries = 5_000;

/** Finds the introductions of a message by the line on which they begin. */
export function findIntroductions(lines: readonly MailLine[]): Map<number, Introduction> {
  const found = findAttributions(lines);
  // If two follow each other, a program wrote only the second.
  for (const [start, { length }] of found) {
    if (lines[start]?.mark === null && !lines[start].isQuoted && found.has(start + length)) found.delete(start);
  }
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start];
    if (!line || (line.text.length < 4 && line.mark === null)) continue;
    const attribution = found.get(start);
    if (attribution) {
      if (line.mark === "history") attribution.isCertain = true;
      continue;
    }
    if (isOnOneLine(line.text)) found.set(start, { length: 1, before: "", isCertain: false });
    const isMarker =
      (isOriginalMarker(line.text) && !isPasted(lines, start)) || isVerbTitle(line.text) || isArrowed(line.text);
    const length = isMarker || line.mark === "history" ? 1 : findHeaderBlock(lines, start);
    if (length > 0) found.set(start, { length, before: "", isCertain: true });
  }
  return found;
}

// Recognizes a whole history on one line: "On <date>, <somebody> wrote: > Hello > …".
function isOnOneLine(text: string): boolean {
  const head = text.slice(0, 400);
  const end = head.search(/[:：]\s?>\s/);
  return end > 10 && judgeDated(plainWords(head.slice(0, end + 1)), null, true) !== null;
}

// Who pastes such a line to ask about it says so right above ("your page said:"), and no header follows.
function isPasted(lines: readonly MailLine[], marker: number): boolean {
  const next = lines.slice(marker + 1, marker + 4).find(({ text }) => text.trim() !== "");
  const isHeaded = next !== undefined && (next.isQuoted || next.mark !== null || readHeaderLine(next.text) !== null);
  return /[:：]\s*$/.test(lines[marker - 1]?.text ?? "") && !isHeaded;
}

// Recognizes "---- John Smith wrote ----".
function isVerbTitle(text: string): boolean {
  return isTitle(text) && endsWithWroteVerb(text);
}

// Searches from an attribution's last line upwards, so that the text above it stays the writer's.
function findAttributions(lines: readonly MailLine[]): Map<number, Introduction> {
  const found = new Map<number, Introduction>();
  let tries = 0;
  for (let end = 0; end < lines.length; end++) {
    const line = lines[end];
    if (!line || (line.text.length < 2 && line.mark === null)) continue;
    const isMarked = line.mark === "attribution";
    const first = end;
    if (isMarked) end = findLastMarked(lines, end);
    else if (tries > maxTries || !mayEndAttribution(line.text)) continue;
    tries++;
    const attribution = findAttribution(lines, end, isMarked ? first : 0);
    if (attribution)
      found.set(attribution.start, {
        ...attribution.introduction,
        isCertain: isMarked || attribution.introduction.isCertain,
      });
    // In an unknown language, everything that the HTML marks introduces the quote.
    else if (isMarked) found.set(first, { length: end + 1 - first, before: "", isCertain: true });
  }
  return found;
}

function findLastMarked(lines: readonly MailLine[], start: number): number {
  let end = start;
  while (lines[end + 1]?.mark === "attribution") end++;
  return end;
}

type Found = { start: number; introduction: Introduction };

function findAttribution(lines: readonly MailLine[], end: number, from: number): Found | null {
  const isQuoted = isQuoteNext(lines, end + 1);
  const windows = readWindows(lines, end, from);
  for (const [index, { start, words, ...parts }] of windows.entries()) {
    const judged = judgeDated(words, start < end ? parts : null, isQuoted);
    if (!judged) continue;
    const above = windows[index + 1];
    const isBroken = above !== undefined && isBrokenBeforeAddress(above.first, words) && !isSigned(lines, above.start);
    return introduce(isBroken ? above.start : start, end, judged === "certain");
  }
  if (!isQuoted) return null;
  for (const { start } of windows.slice(0, 2)) {
    const before = findTextBefore(lines, start, end);
    if (before !== null) return { start, introduction: { length: end - start + 1, before, isCertain: false } };
  }
  const undated = windows
    .slice(0, 4)
    .find(
      ({ start, words, first, below }) =>
        (start === end || isOpen(first) || (beginsWithDay(first) && !saysSender(below))) && judgeUndated(words, true),
    );
  return undated ? introduce(undated.start, end, false) : null;
}

// A name below "Best regards," is the writer's.
function isSigned(lines: readonly MailLine[], name: number): boolean {
  const above = lines.slice(Math.max(0, name - 3), name).findLast(({ text }) => text.trim() !== "");
  return above !== undefined && isCourtesy(plainWords(above.text.slice(0, maxWords)));
}

function introduce(start: number, end: number, isCertain: boolean): Found {
  return { start, introduction: { length: end - start + 1, before: "", isCertain } };
}

type Window = { start: number; words: string } & AttributionLines;

// Collects the words of lines that may form one attribution ending at line `end`, the shortest first.
function readWindows(lines: readonly MailLine[], end: number, from: number): Window[] {
  const windows: Window[] = [];
  let words = "";
  let second = "";
  for (let start = end; start >= Math.max(from, end - maxLines); start--) {
    const line = lines[start];
    const below = lines[start + 1];
    if (!line || line.text.length > maxWords) break;
    if (start < end && below && (isFence(line, below) || !mayReadOn(plainWords(line.text)))) break;
    const first = readPart(line.text, lines[start - 1]?.text ?? "");
    const rest = words;
    words = `${first} ${words}`.trim();
    if (words.length > maxWords) break;
    if (first === "" && !isOpen(below?.text ?? "")) break;
    if (first !== "") windows.push({ start, words, first, second, below: rest });
    second = first;
  }
  return windows;
}

// Lines that the HTML separates, or of which only one is quoted, do not form one attribution.
function isFence(line: MailLine, below: MailLine): boolean {
  const isClosing = isOpen(line.text) || /^\s*>\s?\S{1,20}\s*$/.test(below.text);
  return (
    (below.mark !== null && below.mark !== line.mark) ||
    line.mark === "history" ||
    (line.isQuoted !== below.isQuoted && !isClosing)
  );
}

// Some programs break a line inside the address's brackets, or put blank lines there: "<", "mailto:…", "> wrote:".
function isOpen(text: string): boolean {
  return text.lastIndexOf("<") > text.replace(/^[\s>]{1,20}/, "").lastIndexOf(">");
}

function readPart(text: string, above: string): string {
  const plain = plainWords(text);
  return isOpen(above) && /^\s*>/.test(text) && !plain.includes(">") ? `>${plain}` : plain;
}

const openers = /(?<=\s)(?:on|am|le|el|em|op|il|den|dnia|dne|pe|în|vào|pada)\s/giu;

// Splits a line with the writer's last words and the attribution: "thanks On Wed, Apr 4, 2012 at 3:59 PM, bob@… wrote:".
function findTextBefore(lines: readonly MailLine[], start: number, end: number): string | null {
  const text = lines[start]?.text ?? "";
  if (text.length > maxWords || text.trim() === "") return null;
  const below = lines.slice(start + 1, end + 1).map((line) => plainWords(line.text));
  for (const { index } of [...text.matchAll(openers)].slice(-8).reverse()) {
    const words = plainWords([text.slice(index), ...below].join(" "));
    if (hasTime(words) && judgeDated(words, null, true)) return text.slice(0, index).replace(/[\s-]{1,100}$/, "");
  }
  return null;
}

/** Whether the next line with words is a marked quote. */
function isQuoteNext(lines: readonly MailLine[], start: number): boolean {
  return lines.slice(start, start + 6).find(({ text }) => text.trim() !== "")?.isQuoted ?? false;
}

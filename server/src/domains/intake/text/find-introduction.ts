import type { MailLine } from "./html-to-lines.ts";
import {
  endsWithEasternVerb,
  endsWithWroteVerb,
  type HeaderKind,
  hasWroteVerb,
  isOriginalMarker,
  readHeaderLine,
} from "./quote-markers.ts";

/**
 * Lines that introduce quoted mail, from `start` for `length` lines. `before` is the writer's own text on the first of
 * them. `isCertain` says whether unmarked text below it may be taken for history too.
 */
export type Introduction = { length: number; before: string; isCertain: boolean };

const weekday =
  "(?:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun|mar|mer|jeu|ven|sam|dim|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|pon|wt|śr|czw|pt|sob|niedz|niedziela|po|út|st|čt|pá|so|ne|пн|вт|ср|чт|пт|сб|вс|ma|ti|ke|to|pe|la|su|di|wo|do|vr|za|zo)[\\p{L}]{0,10}\\.?";
// Preposition or weekday, then soon a digit; or a digit at once.
const opener = new RegExp(
  `^[\\s>*_|-]{0,40}(?:(?:on|am|le|il|el|em|op|den|på|w dniu|dnia|in data|vào|dne|dňa|в|στις|tarihinde|${weekday})[\\s,.]{1,3}[^\\n]{0,30}?\\d|\\d{1,4}[\\s./:年년-])`,
  "iu",
);
const inlineOpener = new RegExp(
  `\\s(?:on|am|le|el|em|op|il)\\s(?:${weekday},?\\s)?[\\p{L}.,\\s]{0,14}\\d{1,4}[\\s,./-][^\\n]{4,200}$`,
  "iu",
);
const time = /\b\d{1,2}\s?(?:[:.h時点]\s?\d{2}|[ap]\.?m\b)/i;
const year = /\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;
// One character each side of the sign is enough to know an address, and cannot backtrack.
const address = /[^\s<>()"@]@\w[\w.-]/;
const maxLength = 500;

/** Finds an introduction that starts at line `start`, or null. It looks a few lines ahead, never further. */
export function findIntroduction(lines: readonly MailLine[], start: number): Introduction | null {
  const line = lines[start];
  if (!line || line.text.trim() === "") return null;
  if (line.mark === "history") return { length: 1, before: "", isCertain: true };
  if (line.mark === "attribution") return { length: countMarked(lines, start), before: "", isCertain: true };
  if (isOriginalMarker(line.text)) return { length: 1, before: "", isCertain: true };
  if (
    /^[\s>]{0,20}-{2,40}\s?.{1,200}-{2,40}\s*$/.test(line.text.slice(0, 300)) &&
    endsWithWroteVerb(line.text.replace(/[\s-]+$/, ""))
  ) {
    return { length: 1, before: "", isCertain: true };
  }
  return findHeaderBlock(lines, start) ?? findAttribution(lines, start) ?? findInline(lines, start);
}

function countMarked(lines: readonly MailLine[], start: number): number {
  let end = start;
  while (lines[end]?.mark === "attribution") end++;
  return end - start;
}

// "On <date>, <somebody> wrote:", wrapped over a few lines at times, in many orders and languages.
function findAttribution(lines: readonly MailLine[], start: number): Introduction | null {
  const first = lines[start]?.text ?? "";
  // East Asian lines put the sender first and the verb, which no other sentence ends with, last.
  const isWholeLine =
    first.length <= maxLength && address.test(first) && time.test(first) && endsWithEasternVerb(first);
  if (!isWholeLine && !opener.test(first.slice(0, 200))) return null;
  let words = "";
  for (let index = start; index < Math.min(start + 7, lines.length); index++) {
    const text = (lines[index]?.text ?? "").replace(/^[\s>|]{0,20}/, "").trim();
    if (text === "" && !continuesAddress(lines, index)) return null;
    words = `${words} ${text}`.trim();
    if (words.length > maxLength) return null;
    const judged = judgeAttribution(words, lines, index + 1);
    if (judged !== null) return { length: index + 1 - start, before: "", isCertain: judged };
  }
  return null;
}

// Some programs set the address apart by blank lines: "John Smith", "", "<", "mailto:…", "> wrote:".
function continuesAddress(lines: readonly MailLine[], index: number): boolean {
  return /^\s*<\s*$/.test(lines[index + 1]?.text ?? "");
}

/** True for a certain attribution, false for one that only a marked quote below confirms, null for none. */
function judgeAttribution(words: string, lines: readonly MailLine[], next: number): boolean | null {
  const isDated = time.test(words) || year.test(words);
  if (!isDated) return null;
  const hasAddress = address.test(words);
  if (endsWithWroteVerb(words)) return hasAddress || time.test(words) ? true : isQuoteNext(lines, next) ? false : null;
  if (!/[:：]\s*[*_-]*$/.test(words)) {
    const isVerbNext = endsWithWroteVerb(lines[next]?.text.slice(0, 100) ?? "");
    return hasAddress && /[>)]$/.test(words) && !isVerbNext && isQuoteNext(lines, next) ? false : null;
  }
  if (hasAddress && /[>)\]"]\s*[:：]/.test(words.slice(-6)))
    return time.test(words) || hasWroteVerb(words) ? true : null;
  return hasWroteVerb(words) && isQuoteNext(lines, next) ? false : null;
}

// The writer's last line and the attribution on one line: "thanks On Wed, Apr 4, 2012 at 3:59 PM, bob@… wrote:".
function findInline(lines: readonly MailLine[], start: number): Introduction | null {
  const text = lines[start]?.text ?? "";
  if (text.length > maxLength || !endsWithWroteVerb(text) || !isQuoteNext(lines, start + 1)) return null;
  const match = inlineOpener.exec(text);
  if (!match || !time.test(match[0])) return null;
  return { length: 1, before: text.slice(0, match.index).replace(/[\s-]+$/, ""), isCertain: false };
}

/** Whether the next line with words is a marked quote. */
function isQuoteNext(lines: readonly MailLine[], start: number): boolean {
  return lines.slice(start, start + 6).find(({ text }) => text.trim() !== "")?.isQuoted ?? false;
}

// "From: … Sent: … To: … Subject: …", as Outlook and others put above the history.
function findHeaderBlock(lines: readonly MailLine[], start: number): Introduction | null {
  const first = readHeaderLine(lines[start]?.text ?? "");
  if (!first || !["from", "sent", "date", "subject"].includes(first.kind)) return null;
  const values = new Map<HeaderKind, string>([[first.kind, first.value]]);
  let last: HeaderKind = first.kind;
  let end = start + 1;
  for (let index = start + 1, gaps = 0; index < Math.min(start + 14, lines.length) && gaps < 3; index++) {
    const text = lines[index]?.text ?? "";
    const header = readHeaderLine(text);
    if (header && !values.has(header.kind)) {
      values.set(header.kind, header.value);
      last = header.kind;
      end = index + 1;
      gaps = 0;
    } else {
      values.set(last, `${values.get(last) ?? ""} ${text.trim()}`.slice(0, 2_000));
      gaps++;
    }
  }
  const isUnderRule = lines[start]?.mark === "rule" || isDivider(lines[start - 1]?.text ?? "");
  return isBlock(values, isUnderRule) ? { length: end - start, before: "", isCertain: true } : null;
}

// "From: Berlin, To: Munich, Date: 3 May" is what a customer may write: an address, or a sender's full set, must show.
function isBlock(values: Map<HeaderKind, string>, isUnderRule: boolean): boolean {
  const from = values.get("from");
  const when = values.get("sent") ?? values.get("date");
  if (from === undefined) {
    return when !== undefined && time.test(when) && address.test(values.get("to") ?? "");
  }
  const others = ["sent", "date", "to", "subject"].filter((kind) => values.has(kind as HeaderKind)).length;
  const hasAddress = address.test(from) || address.test(values.get("to") ?? "");
  if (hasAddress) return others >= 1 || (isUnderRule && address.test(from));
  return (
    others >= 2 &&
    (values.has("sent") ? time.test(values.get("sent") ?? "") : values.has("subject") && when !== undefined)
  );
}

/** A line of nothing but dashes, underscores or equal signs. */
export function isDivider(text: string): boolean {
  return /^\s*[-_=*]{4,200}\s*$/.test(text);
}

import { type Affix, type Habits, joinParts, keyOf, withoutZeros } from "./habits.ts";
import { isEnding, isLinkWord, isNumberWord, isPlainFollower, kindOf } from "./order-words.ts";
import type { Token } from "./plain-text.ts";

/** A number in a text, with what is attached to it. */
export type WrittenNumber = {
  first: number;
  last: number;
  digits: string;
  /** With thousands separators or decimals it is usually an amount. */
  grouping: "none" | "thousands" | "decimals";
  /** Letters before or after it: those of the store's own numbers, or others. */
  affix: "none" | "own" | "foreign";
  /** The keys to look the order up by, where an affix gives them (`keyOf`). */
  keys: string[];
  /** Whether letters stand for the digits they look like. */
  isRepaired: boolean;
};

const joiners = new Set([..."-_/.#' "]);
const tight = new Set([..."-_"]);

/** Reads the number that begins at a token of digits, in the store's format. */
export function readNumber(tokens: readonly Token[], at: number, habits: Habits): WrittenNumber {
  const own = findOwnAffix(tokens, at, habits);
  if (own) return own;
  const bare = readGroups(tokens, at);
  const repaired = bare.grouping === "none" ? readLookalike(tokens, at, habits) : null;
  if (repaired) return repaired;
  const run = foreignRun(tokens, at, bare.last);
  const keys = run ? [keyOf(textOf(tokens, run.first, run.last))] : [];
  return { first: at, ...bare, ...run, affix: run ? "foreign" : "none", keys, isRepaired: false };
}

/** The text of some tokens, with single blanks. */
export function textOf(tokens: readonly Token[], first: number, last: number): string {
  const slice = tokens.slice(first, last + 1);
  return slice.map(({ text, gap }, index) => (index > 0 && gap !== "" ? ` ${text}` : text)).join("");
}

/** The keys to look a number up by, within the store's names. */
export function keysOf(digits: string, affixes: readonly Affix[], { filledTo }: Habits): string[] {
  const forms = [digits, withoutZeros(digits), digits.padStart(filledTo, "0")];
  const keys = affixes.flatMap(({ prefix, suffix }) => forms.map((form) => joinParts([...prefix, form, ...suffix])));
  return [...new Set([...forms, ...keys])];
}

// The number may come later: "2026-0417" begins with the digits of its prefix.
function findOwnAffix(tokens: readonly Token[], at: number, habits: Habits): WrittenNumber | null {
  let best: (WrittenNumber & { shown: number }) | null = null;
  for (const affix of habits.affixes) {
    for (let core = at; core <= at + 4; core += 1) {
      if (tokens[core]?.kind !== "digits") continue;
      const found = matchAffix(tokens, core, affix);
      if (!found || found.first > at || found.shown <= (best?.shown ?? 0)) continue;
      const digits = tokens[core]?.text ?? "";
      const like = habits.affixes.filter((other) => isLike(other, affix, found));
      const keys = keysOf(digits, like, habits)
        .slice(1)
        .filter((key) => /\D/.test(key));
      const { first, last, shown } = found;
      const plain = { digits, grouping: "none" as const, affix: "own" as const, isRepaired: false };
      best = { first, last, shown, keys, ...plain };
    }
  }
  return best;
}

type AffixMatch = { first: number; last: number; shown: number; hasPrefix: boolean; hasSuffix: boolean };

function matchAffix(tokens: readonly Token[], core: number, { prefix, suffix }: Affix): AffixMatch | null {
  const find = (isSmall: boolean) => [
    prefix.length > 0 ? matchParts(tokens, core, prefix.toReversed(), -1, isSmall) : null,
    suffix.length > 0 ? matchParts(tokens, core, suffix, 1, isSmall) : null,
  ];
  // Between lower-case words a blank proves little, unless they are on both sides: "web 10423 eu".
  const both = find(true);
  const [before = null, behind = null] = both.includes(null) ? find(false) : both;
  const [first, last] = [before ?? core, behind ?? core];
  if (before === null && behind === null) return null;
  if (isStuck(tokens, first, -1) || isStuck(tokens, last, 1)) return null;
  const shown = (before === null ? 0 : prefix.length) + (behind === null ? 0 : suffix.length);
  return { first, last, shown, hasPrefix: before !== null, hasSuffix: behind !== null };
}

function isLike(other: Affix, affix: Affix, { hasPrefix, hasSuffix }: AffixMatch): boolean {
  const isSame = (a: string[], b: string[]) => a.join(" ") === b.join(" ");
  return (!hasPrefix || isSame(other.prefix, affix.prefix)) && (!hasSuffix || isSame(other.suffix, affix.suffix));
}

// Matches the parts in turn from the number on, with at most one sign or blank between two.
function matchParts(
  tokens: readonly Token[],
  core: number,
  parts: readonly string[],
  step: -1 | 1,
  isSmall: boolean,
): number | null {
  let at = core;
  for (const part of parts) {
    let next = at + step;
    const isJoined = tokens[next]?.kind === "sign" && joiners.has(tokens[next]?.text ?? "");
    if (isJoined) next += step;
    const token = tokens[next];
    if (!token || token.text.toLowerCase() !== part) return null;
    const gaps = tokens.slice(Math.min(at, next) + 1, Math.max(at, next) + 1).map(({ gap }) => gap);
    if (gaps.includes("\n")) return null;
    // "in 1042" is no number of a store that writes "IN1042".
    if (!isSmall && gaps.includes(" ") && token.text !== token.text.toUpperCase()) return null;
    at = next;
  }
  return at;
}

/** Whether something is attached to a token, before or after it. */
function isStuck(tokens: readonly Token[], at: number, step: -1 | 1): boolean {
  const isTight = (index: number) => tokens[step < 0 ? index + 1 : index]?.gap === "";
  const next = at + step;
  const token = tokens[next];
  if (!token || !isTight(next)) return false;
  if (token.kind !== "sign") return !isSaying(token);
  const beyond = tokens[next + step];
  if (!tight.has(token.text) || !beyond || beyond.kind === "sign") return false;
  return isTight(next + step) && !isSaying(beyond) && !(step > 0 && isEnding(beyond.text));
}

// A word of the sentence without its blank: "order1042where".
function isSaying({ kind, text }: Token): boolean {
  if (kind !== "word") return false;
  if (!/^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u.test(text)) return true;
  if (text.length === 1) return isNumberWord(text);
  if (kindOf(text) !== null || isPlainFollower(text) || isLinkWord(text)) return true;
  return text.length > 3 && text === text.toLowerCase();
}

function readGroups(tokens: readonly Token[], at: number): Pick<WrittenNumber, "last" | "digits" | "grouping"> {
  let digits = tokens[at]?.text ?? "";
  let last = at;
  let grouping: WrittenNumber["grouping"] = "none";
  const isBeginning = digits.length <= 3;
  for (;;) {
    const [sign, next] = [tokens[last + 1], tokens[last + 2]];
    if (sign?.gap !== "" || !/^[.,'’]$/.test(sign.text) || next?.gap !== "") break;
    if (next.text === "-" && tokens[last + 3]?.gap !== "") return { last: last + 2, digits, grouping: "decimals" };
    if (next.kind !== "digits" || next.text.length > 3) break;
    if (next.text.length === 3 && !isBeginning) break;
    if (next.text.length < 3) grouping = "decimals";
    else if (grouping === "none") grouping = "thousands";
    digits += next.text;
    last += 2;
  }
  return { last: skipParcel(tokens, last), digits, grouping };
}

// The platform calls an order's first parcel "#1042-F1", and its first return "#1042-R1".
function skipParcel(tokens: readonly Token[], last: number): number {
  const [sign, letter, count] = [tokens[last + 1], tokens[last + 2], tokens[last + 3]];
  const isTight = sign?.gap === "" && letter?.gap === "" && count?.gap === "";
  return isTight && sign.text === "-" && /^[FR]$/.test(letter.text) && /^\d\d?$/.test(count.text) ? last + 3 : last;
}

// Everything attached to the number without a blank.
function foreignRun(tokens: readonly Token[], at: number, end: number): { first: number; last: number } | null {
  let [first, last] = [at, end];
  while (at - first < 10 && isStuck(tokens, first, -1) && !isRange(tokens, first - 1)) {
    first -= tokens[first - 1]?.kind === "sign" ? 2 : 1;
  }
  while (last - end < 10 && isStuck(tokens, last, 1) && !isRange(tokens, last + 1)) {
    last += tokens[last + 1]?.kind === "sign" ? 2 : 1;
  }
  return first === at && last === end ? null : { first, last };
}

function isRange(tokens: readonly Token[], sign: number): boolean {
  return tokens[sign]?.kind === "sign" && tokens[sign - 1]?.kind === "digits" && tokens[sign + 1]?.kind === "digits";
}

const looksLike: Readonly<Record<string, string>> = {
  o: "0",
  O: "0",
  о: "0",
  О: "0",
  l: "1",
  I: "1",
  i: "1",
  S: "5",
  s: "5",
  B: "8",
  Z: "2",
  З: "3",
  з: "3",
};

// "1O42", "LL1O42": digits and letters that look like digits, as many as the store's numbers have.
function readLookalike(tokens: readonly Token[], at: number, habits: Habits): WrittenNumber | null {
  let [first, last] = [at, at];
  while (at - first < 6 && tokens[first]?.gap === "" && tokens[first - 1]?.kind !== "sign") first -= 1;
  while (last - at < 6 && tokens[last + 1]?.gap === "" && tokens[last + 1]?.kind !== "sign") last += 1;
  if (first === last) return null;
  const run = textOf(tokens, first, last);
  const digits = [...new Set(["", ...habits.affixes.map(({ prefix }) => prefix.join(""))])]
    .map((prefix) => repair(run, prefix, habits))
    .find((repaired) => repaired !== null);
  if (digits === undefined || digits === null) return null;
  return { first, last, digits, grouping: "none", affix: "foreign", keys: [keyOf(run)], isRepaired: true };
}

function repair(run: string, prefix: string, { shortest, longest }: Habits): string | null {
  const rest = run.slice(prefix.length);
  if (!run.toLowerCase().startsWith(prefix) || rest.length < shortest || rest.length > longest) return null;
  const digits = [...rest].map((sign) => looksLike[sign] ?? sign).join("");
  return /^\d+$/.test(digits) && digits !== rest ? digits : null;
}

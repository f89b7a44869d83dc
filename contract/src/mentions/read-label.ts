import { endOfBent } from "./is-run-or-measure.ts";
import {
  isAmountWord,
  isClaim,
  isFollowingOrder,
  isNumberWord,
  isThread,
  kindOf,
  type WordKind,
} from "./order-words.ts";
import type { Token } from "./plain-text.ts";

/** What stands beside a number: the thing it belongs to, and whether it is called a number ("No.", "#"). */
export type Label = {
  kind: "order" | "loose" | "other" | "soft" | "unknown" | null;
  isNumbered: boolean;
  isHashed: boolean;
  /** Whether it is a claim: "refund". */
  isClaim: boolean;
  /** Whether the label is on a line above. */
  isAbove: boolean;
  /** The label's token; -1 where it follows the number. */
  at: number;
};

const passedOver = new Set([..."#№:-()[]{}\"'“”„‚‘’«»*_<>|=,;º°~%/\\`+•·、：。"]);
const furthest = { tokens: 10, characters: 60, lines: 2 };

/** Reads the label before the token `first`, else an order's after the token `last`. */
export function readLabel(tokens: readonly Token[], first: number, last: number): Label {
  const label = labelBefore(tokens, first);
  const isOpen = label.kind === null || label.kind === "unknown";
  return isOpen && isOrderBehind(tokens, last) ? { ...label, kind: "order", isAbove: false, at: -1 } : label;
}

function labelBefore(tokens: readonly Token[], first: number): Label {
  const label: Label = { kind: null, isNumbered: false, isHashed: false, isClaim: false, isAbove: false, at: -1 };
  const start = tokens[first]?.start ?? 0;
  let onlySigns = true;
  let passed: string | null = null;
  let isApart = false;
  let lines = 0;
  for (let at = first - 1; at >= 0 && at >= first - furthest.tokens; at -= 1) {
    const token = tokens[at] as Token;
    if (tokens[at + 1]?.gap === "\n") lines += 1;
    if (start - token.end > furthest.characters || lines > furthest.lines) break;
    if (token.kind === "digits") break;
    if (token.kind === "sign") {
      if (token.text === "." ? !isShortened(tokens[at - 1], tokens[at + 1]) : !passedOver.has(token.text)) break;
      if (onlySigns && (token.text === "#" || token.text === "№")) label.isHashed = true;
      if (label.isNumbered && /^[(,;-]$/.test(token.text)) isApart = true;
      continue;
    }
    onlySigns = false;
    const kind = kindAt(tokens, at, passed);
    if (isNumberWord(token.text)) label.isNumbered = true;
    if (kind === "between") {
      if (!isNumberWord(token.text)) passed = token.text;
      continue;
    }
    // "the order from May (number 1042)": the thing was named earlier.
    if (kind === null && isApart) break;
    const isSum = kind === "order" && !label.isNumbered && !label.isHashed && isSumOf(tokens, at);
    label.kind = isSum ? "other" : (kind ?? "unknown");
    label.isClaim = kind === "soft" && (isClaim(token.text) || isRequest(token.text));
    label.isAbove = lines > 0;
    label.at = at;
    break;
  }
  return label;
}

/** What the word at an index says about a number after it; `passed` is the last word between them, except "number". */
function kindAt(tokens: readonly Token[], at: number, passed: string | null): WordKind {
  const text = tokens[at]?.text ?? "";
  const before = tokens[at - 1]?.text ?? "";
  if (isBestellung(tokens, at)) return "order";
  if (isRequest(text) && claimWords.test(before)) return "soft";
  if (passed === null && isThread(text)) return "other";
  // "in case #1042 is late", "a problem of my account with #1042"
  const isApart = (/^case$/i.test(text) && /^in$/i.test(before)) || (passed !== null && amongWords.test(passed));
  const kind = kindOf(text);
  return isApart && kind === "other" ? null : kind;
}

const amongWords = /^(?:with|mit|con|avec|met|med|under|unter)$/i;
const claimWords =
  /^(?:refunds?|returns?|cancel|cancell?ation|exchange|replacement|reimbursement|change|swap|withdrawal|delivery|pickup)$/i;
const isRequest = (word: string): boolean => /^requests?$/i.test(word);

// "No.", "Tel.", "Bestellnr.:"
function isShortened(word: Token | undefined, next: Token | undefined): boolean {
  if (word?.kind !== "word") return false;
  if (next?.gap === "" && next.text === ":") return true;
  return word.text.length <= 4 || isNumberWord(word.text) || /(?:nr|no|num|str|tel)$/i.test(word.text);
}

// "The total of my order is 1042": a property of the order, not its name.
function isSumOf(tokens: readonly Token[], order: number): boolean {
  const isSaid = /^(?:[:=]|is|was|are|ist|war|est|était|es|fue|è|era|är|er|on|jest)$/i.test(
    tokens[order + 1]?.text ?? "",
  );
  const before = tokens.slice(Math.max(0, order - 4), order);
  return isSaid && before.some(({ kind, text }) => kind === "word" && isAmountWord(text));
}

// "Best.-Nr." is no superlative.
function isBestellung(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === "Best" && tokens[at + 1]?.text === "." && tokens[at + 2]?.gap === "";
}

// "my 1042 order", "1042 numaralı sipariş", "1042 no'lu sipariş", "1042-es rendelés", "1042番の注文".
function isOrderBehind(tokens: readonly Token[], number: number): boolean {
  const last = endOfBent(tokens, number);
  for (let at = last + 1; at <= last + 4; at += 1) {
    const token = tokens[at];
    if (!token || token.gap === "\n") return false;
    if (token.kind === "word" && isFollowingOrder(token.text)) return true;
    if (
      !/^[."”“»'’)]$/.test(token.text) &&
      !(token.kind === "word" && (isNumberWord(token.text) || kindOf(token.text) === "between"))
    )
      return false;
  }
  return false;
}

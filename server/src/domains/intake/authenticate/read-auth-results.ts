import type { HeadField } from "./read-head.ts";

/** One result of an Authentication-Results field, as `dmarc=fail header.from=shop.example`, names and result in lower case. */
export type AuthResult = { method: string; result: string; properties: ReadonlyMap<string, string> };

/** An Authentication-Results field (RFC 8601): who checked, in lower case and empty where the field does not say, and what came out. */
export type AuthResults = { checkedBy: string; results: AuthResult[] };

const mostLength = 16_384;
const mostResults = 50;

/** Reads the value of an Authentication-Results field, or of an ARC-Authentication-Results field with its instance. */
export function readAuthResults(value: string): AuthResults {
  const segments = splitSegments(value.slice(0, mostLength)).map(readPairs);
  if (segments[0]?.[0]?.name === "i" && segments[0].length === 1) segments.shift();
  // Microsoft's own field begins with the first result.
  const [first] = segments[0] ?? [];
  const checkedBy = first && first.value === null ? first.name : "";
  const results = (checkedBy === "" ? segments : segments.slice(1)).flatMap(readResult);
  return { checkedBy, results: results.slice(0, mostResults) };
}

/**
 * The results that a relay of our own added: the topmost that bear the name by which it received the mail, one with DMARC
 * before all others; null when there are none. The relay has to remove those that claim its name (RFC 8601, section 5).
 */
export function resultsOfRelay(fields: readonly HeadField[]): AuthResults | null {
  const received = fields.flatMap(({ name }, at) => (name === "received" ? [at] : []));
  const name = receiverOf(fields[received[0] ?? -1]?.value ?? "");
  if (name === null) return null;
  const own = fields
    .slice(0, received[1] ?? fields.length)
    .filter((field) => field.name === "authentication-results")
    .map(({ value }) => readAuthResults(value))
    .filter(({ checkedBy }) => checkedBy === name);
  return own.find(({ results }) => results.some(({ method }) => method === "dmarc")) ?? own[0] ?? null;
}

/**
 * The host that a Received field (RFC 5321, section 4.4) says it was received by, in lower case; null where it says so twice.
 * Whoever sent the mail chose the words in front, and some relays keep a HELO of several.
 */
function receiverOf(received: string): string | null {
  const [named, ...others] = received.matchAll(/(?<=^|\s)by\s{1,10}(?=([a-z\d.-]{1,255}))/gi);
  return others.length === 0 ? (named?.[1]?.toLowerCase() ?? null) : null;
}

type Pair = { name: string; value: string | null };

function readResult([first, ...rest]: Pair[]): AuthResult[] {
  if (!first || first.value === null) return [];
  const properties = new Map<string, string>();
  for (const { name, value } of rest) if (value !== null && !properties.has(name)) properties.set(name, value);
  return [{ method: first.name.replace(/\/\d+$/, ""), result: first.value.toLowerCase(), properties }];
}

/** Cuts at semicolons outside quotes, and leaves comments out: they nest, and a backslash takes its next character's meaning. */
function splitSegments(text: string): string[] {
  const segments = [""];
  let depth = 0;
  let isQuoted = false;
  const add = (piece: string) => {
    segments.push(`${segments.pop() ?? ""}${piece}`);
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\" && (isQuoted || depth > 0)) {
      if (isQuoted) add(text.slice(at, at + 2));
      at += 1;
    } else if (isQuoted || (sign === '"' && depth === 0)) {
      if (sign === '"') isQuoted = !isQuoted;
      add(sign);
    } else if (sign === "(") {
      depth += 1;
      if (depth === 1) add(" ");
    } else if (depth > 0) {
      if (sign === ")") depth -= 1;
    } else if (sign === ";") segments.push("");
    else add(sign);
  }
  return segments;
}

/** Words, and words with a value behind an equals sign that blanks may surround; what is quoted without its quotes. */
function readPairs(segment: string): Pair[] {
  const pairs: Pair[] = [];
  let at = skipBlanks(segment, 0);
  while (at < segment.length) {
    const name = readWord(segment, at, true);
    at = skipBlanks(segment, name.end);
    const hasValue = segment.charAt(at) === "=";
    const value = hasValue ? readWord(segment, skipBlanks(segment, at + 1), false) : null;
    if (value) at = skipBlanks(segment, value.end);
    pairs.push({ name: name.text.toLowerCase(), value: value?.text ?? null });
  }
  return pairs;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

function readWord(text: string, from: number, endsAtEquals: boolean): { text: string; end: number } {
  let word = "";
  let isQuoted = false;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted && sign === "\\") {
      at += 1;
      word += text.charAt(at);
    } else if (!isQuoted && (/\s/.test(sign) || (endsAtEquals && sign === "="))) break;
    else word += sign;
  }
  return { text: word, end: at };
}

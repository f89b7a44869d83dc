import type { HeadField } from "../parse/read-headers.ts";
import { domainOf, isAligned } from "./domains.ts";

/** One result in an Authentication-Results field, such as `dmarc=fail header.from=shop.example`, in lower case. */
type AuthResult = { method: string; result: string; properties: ReadonlyMap<string, string> };

/** An Authentication-Results field (RFC 8601): its results, and who checked, in lower case; empty if the field does not say. */
export type AuthResults = { checkedBy: string; results: AuthResult[] };

const mostLength = 16_384;
const mostResults = 50;

/** Reads the value of an Authentication-Results or ARC-Authentication-Results field. */
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
 * Returns the results that our own relay added: the topmost with the name in the relay's Received field, preferably one with DMARC;
 * null if there are none. The relay must remove fields that claim its name (RFC 8601, section 5).
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
 * Returns the receiving host in a Received field (RFC 5321, section 4.4), in lower case; null if the field names several. The sender
 * chose the words in front of it, and some relays keep a HELO of several words.
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

/** Splits at semicolons outside quotes and drops comments, which can be nested; a backslash escapes the next character. */
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

/** Reads words, and words with a value after an equals sign that blanks may surround; removes quotes. */
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

/** What a trusted check says about the domain in a mail's From; `why` ends a sentence. */
export type Finding = {
  check: "pass" | "fail";
  why: string;
  /** Whether a signature alone, and no sending host, proves the domain. */
  isBySignature: boolean;
};

/** Judges trusted results for a From domain: DMARC first, then the checks that it is made of. */
export function judgeTrusted({ results }: AuthResults, fromDomain: string): Finding | null {
  const isPass = (one: AuthResult) => one.result === "pass" && provesDomain(one, fromDomain);
  const [signed, sent] = ["dkim", "spf"].map((by) => results.some((one) => one.method === by && isPass(one)));
  const pass = (why: string): Finding => ({ check: "pass", why, isBySignature: signed === true && !sent });
  const fail = (why: string): Finding => ({ check: "fail", why, isBySignature: false });
  const dmarc = results.find((one) => one.method === "dmarc" && isAboutDomain(one, fromDomain));
  if (dmarc?.result === "pass") return pass("DMARC passes");
  if (dmarc?.result === "fail") return fail("DMARC fails");
  if (results.some((one) => isCompositeFailure(one))) return fail("the composite check fails");
  if (signed) return pass("its DKIM signature passes");
  if (sent) return pass("SPF passes");
  const failed = results.find((one) => isFailure(one, fromDomain));
  return failed ? fail(`${failed.method.toUpperCase()} is ${failed.result}`) : null;
}

/**
 * Whether unauthenticated results in a mail say that its From is forged. Nobody writes a failure to deceive, whereas a pass here
 * proves nothing.
 */
export function admitsForgery({ results }: AuthResults, fromDomain: string): boolean {
  const dmarc = results.find(({ method }) => method === "dmarc");
  const isOurs = !dmarc || isAboutDomain(dmarc, fromDomain);
  return (
    results.some((one) => one.method === "dmarc" && one.result === "fail" && isAboutDomain(one, fromDomain)) ||
    (isOurs && results.some(isCompositeFailure))
  );
}

/** Microsoft's `compauth` also judges domains that publish no policy. */
function isCompositeFailure({ method, result }: AuthResult): boolean {
  return method === "compauth" && result === "fail";
}

/** A DMARC result is about From's domain even if it does not name it. */
function isAboutDomain({ properties }: AuthResult, fromDomain: string): boolean {
  const from = properties.get("header.from");
  return from === undefined || domainOf(from) === fromDomain;
}

/** Whether the signer or sender belongs to the domain itself. */
function provesDomain(result: AuthResult, fromDomain: string): boolean {
  const named = namedDomain(result);
  return named !== null && isAligned(named, fromDomain);
}

const failures = new Map([
  ["spf", ["fail", "softfail", "hardfail"]],
  ["dkim", ["fail", "permerror"]],
]);

/** Whether a check of the domain failed; a failure that names no domain counts too. */
function isFailure(result: AuthResult, fromDomain: string): boolean {
  if (!failures.get(result.method)?.includes(result.result)) return false;
  const named = namedDomain(result);
  return named === null || isAligned(named, fromDomain);
}

function namedDomain({ method, properties }: AuthResult): string | null {
  const named =
    method === "dkim"
      ? (properties.get("header.d") ?? properties.get("header.i"))
      : (properties.get("smtp.mailfrom") ?? properties.get("smtp.mail") ?? properties.get("smtp.helo"));
  return named === undefined ? null : domainOf(named);
}

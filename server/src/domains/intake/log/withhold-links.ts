import { base64In, decodedText, type View, viewsOf } from "./decoded-views.ts";

/** The pages that our links open, also as programs that rewrite addresses name them. */
const pages = "(?:confirm|reset-(?:2D)?password|invitation|change-(?:2D)?email)";
const hasPage = new RegExp(pages, "i");
/** What opens a page by a token of ours: 43 letters behind the page's address, as it is or within another address. */
const link = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{40,200})`, "gi");
/** The same where lines were put together: the next line is no part of it. */
const joinedLink = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{43})`, "gi");
/** A token of 32 random bytes has twice as many different letters; a rule of dashes has one. */
const fewestLetters = 12;
/** A page and a token are not shorter in base64. */
const leastBase64 = 60;
/** A returned mail within a returned mail, each of them encoded. */
const mostNesting = 3;
/** Longer than any such link with its line ends, each letter encoded. */
const longest = 8_192;

type Span = { start: number; end: number };

/** Where the secret parts of our links stand, in whatever encodings of mail and addresses, one within the other. */
function* linksIn(text: string, depth = 0): Generator<Span> {
  if (hasPage.test(text) || hasPage.test(decodedText(text))) {
    const { views, joined } = viewsOf(text);
    for (const view of views) yield* tokensIn(view, link);
    yield* tokensIn(joined, joinedLink);
  }
  if (depth === mostNesting) return;
  for (const view of base64In(text, leastBase64)) {
    for (const { start, end } of linksIn(view.text, depth + 1)) yield { start: view.start(start), end: view.end(end) };
  }
}

function* tokensIn({ text, start, end }: View, pattern: RegExp): Generator<Span> {
  for (const { 0: match, 1: token = "", index } of text.matchAll(pattern)) {
    const last = index + match.length;
    if (new Set(token).size >= fewestLetters) yield { start: start(last - token.length), end: end(last) };
  }
}

/** A part of a mail, a byte a character, with stars for the secret part of our links that work once. */
export function withoutLinks(text: string): string {
  const spans = [...linksIn(text)].sort((one, other) => one.start - other.start);
  let [safe, at] = ["", 0];
  for (const { start, end } of spans) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    safe += text.slice(at, from) + text.slice(from, end).replace(/[\w+/-]/g, "*");
    at = end;
  }
  return safe + text.slice(at);
}

/** The same of a stream: as many bytes come out as went in. */
export async function* withholdLinks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // What went out already stays in sight, so that a link that it begins is still known.
  let [seen, kept] = ["", ""];
  for await (const chunk of source) {
    const text = seen + kept + chunk.toString("latin1");
    const end = Math.max(seen.length, text.length - longest);
    yield Buffer.from(withoutLinks(text).slice(seen.length, end), "latin1");
    kept = text.slice(end);
    seen = text.slice(Math.max(0, end - longest), end);
  }
  yield Buffer.from(withoutLinks(seen + kept).slice(seen.length), "latin1");
}

/** Whether a stream holds a link of ours that works once. */
export async function holdsLink(source: AsyncIterable<Buffer>): Promise<boolean> {
  let kept = "";
  for await (const chunk of source) {
    const text = kept + chunk.toString("latin1");
    if (!linksIn(text).next().done) return true;
    kept = text.slice(-longest);
  }
  return false;
}

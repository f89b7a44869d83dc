import { base64In, decodedText, type View, viewsOf } from "./decoded-views.ts";

/** The pages that our links open, also as programs that rewrite addresses name them. */
const pages = "(?:confirm|reset-(?:2D)?password|invitation|change-(?:2D)?email)";
const hasSecret = new RegExp(`${pages}|dhtest-`, "i");
/** What opens a page by a token of ours: 43 letters behind the page's address, as it is or within another address. */
const link = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{40,200})`, "gi");
/** The same where lines were put together: the next line is no part of it. */
const joinedLink = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{43})`, "gi");
/** What asks whose an address is, in the link and as the mark that mails which test the forwarding are known by. */
const proofs = [/confirm(?:=|%3D|-3D|\*)([a-z2-7]{46})/gi, /dhtest-([a-z2-7]{26}-[a-z2-7]{20})/gi];
/** A token of 32 random bytes has twice as many different letters; a rule of dashes has one. */
const fewestLetters = 12;
/** A page and a token are not shorter in base64. */
const leastBase64 = 60;
/** A returned mail within a returned mail, each of them encoded. */
const mostNesting = 3;
/** Longer than any such link with its line ends, each letter encoded. */
const longest = 8_192;

type Span = { start: number; end: number; token: string };
/** What is looked for, also where lines were put together. */
type Secrets = { whole: readonly RegExp[]; joined: readonly RegExp[] };
const links: Secrets = { whole: [link], joined: [joinedLink] };
const proofsAlone: Secrets = { whole: proofs, joined: proofs };
const all: Secrets = { whole: [link, ...proofs], joined: [joinedLink, ...proofs] };

/** Where the secret parts of our links stand, in whatever encodings of mail and addresses, one within the other. */
function* secretsIn(text: string, secrets: Secrets, depth = 0): Generator<Span> {
  if (hasSecret.test(text) || hasSecret.test(decodedText(text))) {
    const { views, joined } = viewsOf(text);
    for (const view of views) for (const pattern of secrets.whole) yield* tokensIn(view, pattern);
    for (const pattern of secrets.joined) yield* tokensIn(joined, pattern);
  }
  if (depth === mostNesting) return;
  for (const view of base64In(text, leastBase64)) {
    for (const { start, end, token } of secretsIn(view.text, secrets, depth + 1)) {
      yield { start: view.start(start), end: view.end(end), token };
    }
  }
}

function* tokensIn({ text, start, end }: View, pattern: RegExp): Generator<Span> {
  for (const { 0: match, 1: token = "", index } of text.matchAll(pattern)) {
    const last = index + match.length;
    if (new Set(token).size >= fewestLetters) yield { start: start(last - token.length), end: end(last), token };
  }
}

/** A part of a mail, a byte a character, with stars for the secret part of our links that work once, and of the marks of tests. */
export function withoutLinks(text: string): string {
  const spans = [...secretsIn(text, all)].sort((one, other) => one.start - other.start);
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
    if (!secretsIn(text, links).next().done) return true;
    kept = text.slice(-longest);
  }
  return false;
}

/** What is secret of the links and marks in a text by which the mails to an address are known, in lower case. */
export function proofsIn(text: string): string[] {
  return [...secretsIn(text, proofsAlone)].map(({ token }) => token.toLowerCase());
}

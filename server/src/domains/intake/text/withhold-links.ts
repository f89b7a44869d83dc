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

/** A text as somebody reads it who undoes an encoding; a part of it stands from `start` to `end` in the text that it was made of. */
type View = { text: string; start: (index: number) => number; end: (index: number) => number };

type Decoding = { pattern: RegExp; decode: (match: string) => string };

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
const hexPair = (match: string): string => character(Number.parseInt(match.slice(1), 16));

/** Quoted-printable and its line ends (RFC 2045, section 6.7; RFC 2047), bytes of UTF-16, HTML, and parts of addresses. */
const decodings: Decoding[] = [
  {
    pattern: /=(?:[\dA-F]{2}|[ \t]{0,3}\r?\n)/gi,
    decode: (match) => (/^=[\dA-F]{2}$/i.test(match) ? hexPair(match) : ""),
  },
  { pattern: /\0/g, decode: () => "" },
  { pattern: /&(?:#\d{1,7}|#x[\dA-F]{1,6}|num|lowbar|hyphen|dash|percnt|amp);/gi, decode: decodeEntity },
  // Twice where an address stands in another's address.
  { pattern: /%25(?=[\dA-F]{2})/gi, decode: () => "%" },
  { pattern: /%[\dA-F]{2}/gi, decode: hexPair },
];

/** Lines that were broken for their length, flowed (RFC 3676) or not, and perhaps quoted since. */
const brokenLines: Decoding = { pattern: /[ \t]{0,2}\r?\n[> \t|]{0,20}/g, decode: () => "" };

const entities: Record<string, string> = { num: "#", lowbar: "_", hyphen: "-", dash: "-", percnt: "%", amp: "&" };

function decodeEntity(match: string): string {
  const name = match.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return entities[name] ?? match;
  return character(name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

/** The text with all these encodings undone, lines joined too. */
function decodedText(text: string): string {
  return [...decodings, brokenLines].reduce((so, { pattern, decode }) => so.replace(pattern, decode), text);
}

/** The text as it is, and with one encoding after the other undone; `joined` also has its broken lines put together. */
function viewsOf(text: string): { views: View[]; joined: View } {
  let view: View = { text, start: (index) => index, end: (index) => index };
  const views = [view];
  for (const decoding of decodings) {
    const next = undo(view, decoding);
    if (next === view) continue;
    view = next;
    views.push(view);
  }
  return { views, joined: undo(view, brokenLines) };
}

function undo(view: View, { pattern, decode }: Decoding): View {
  // Where each piece stands in the new text, and in the one before.
  const pieces: { at: number; from: number }[] = [{ at: 0, from: 0 }];
  const texts: string[] = [];
  let [length, end] = [0, 0];
  for (const { 0: match, index } of view.text.matchAll(pattern)) {
    const decoded = decode(match);
    texts.push(view.text.slice(end, index), decoded);
    length += index - end;
    end = index + match.length;
    pieces.push({ at: length, from: index });
    length += decoded.length;
    pieces.push({ at: length, from: end });
  }
  if (pieces.length === 1) return view;
  texts.push(view.text.slice(end));
  const before = (index: number) => {
    const piece = lastUpTo(pieces, index);
    return piece.from + index - piece.at;
  };
  return {
    text: texts.join(""),
    start: (index) => view.start(before(index)),
    end: (index) => view.end(before(index)),
  };
}

function lastUpTo(pieces: { at: number; from: number }[], index: number): { at: number; from: number } {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.at ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return pieces[low] ?? { at: 0, from: 0 };
}

// Lines of its letters alone, perhaps quoted since.
const base64Lines = /[A-Za-z\d+/]{16,}(?:[ \t]{0,3}\r?\n[> \t]{0,8}[A-Za-z\d+/]+)*/g;
const lineBreaks: Decoding = { pattern: /[^A-Za-z\d+/]+/g, decode: () => "" };

/** What stands in a text as base64 of at least so many letters, decoded a byte a character; wherever its groups of four begin. */
function* base64In(text: string, least: number): Generator<View> {
  for (const { 0: lines, index } of text.matchAll(base64Lines)) {
    if (lines.length < least) continue;
    const letters = undo({ text: lines, start: (at) => index + at, end: (at) => index + at }, lineBreaks);
    for (const skipped of [0, 1, 2, 3]) {
      yield {
        text: Buffer.from(letters.text.slice(skipped), "base64").toString("latin1"),
        start: (at) => letters.start(skipped + Math.floor((at * 4) / 3)),
        end: (at) => letters.end(Math.min(letters.text.length, skipped + Math.ceil((at * 4) / 3))),
      };
    }
  }
}

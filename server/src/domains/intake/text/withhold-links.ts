/** The pages that our links open, also as programs that rewrite addresses write them. */
const pages = "(?:confirm|reset-(?:2D)?password|invitation|change-(?:2D)?email)";
const hasSecret = new RegExp(`${pages}|dhtest-`, "i");
/** A link to such a page with its token of 43 letters, plain or encoded in another address. */
const link = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{40,200})`, "gi");
/** The same in text with joined lines, where the next line must not count as part of the token. */
const joinedLink = new RegExp(`${pages}(?:#|%23|-23|\\*)([\\w-]{43})`, "gi");
/** The proofs of an address: in the link that checks it, and in the mark of mails that test the forwarding. */
const proofs = [/confirm(?:=|%3D|-3D|\*)([a-z2-7]{46})/gi, /dhtest-([a-z2-7]{26}-[a-z2-7]{20})/gi];
/** A random token of 32 bytes has at least twice as many different letters; a rule of dashes has one. */
const fewestLetters = 12;
/** Shorter base64 cannot contain a page and a token. */
const leastBase64 = 60;
/** Limits nested base64, such as a returned mail within a returned mail. */
const mostNesting = 3;
/** Longer than any link with line ends and each letter encoded. */
const longest = 8_192;

type Span = { start: number; end: number; token: string };
/** The patterns for text as it is, and for text with joined lines. */
type Secrets = { whole: readonly RegExp[]; joined: readonly RegExp[] };
const links: Secrets = { whole: [link], joined: [joinedLink] };
const proofSecrets: Secrets = { whole: proofs, joined: proofs };
const allSecrets: Secrets = { whole: [link, ...proofs], joined: [joinedLink, ...proofs] };

/** Finds the secret parts of our links, through nested encodings of mail and addresses. */
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

/** Masks one-time links and test marks in a part of a mail with stars; the text has one character per byte. */
export function withoutLinks(text: string): string {
  const spans = [...secretsIn(text, allSecrets)].sort((one, other) => one.start - other.start);
  let [safe, at] = ["", 0];
  for (const { start, end } of spans) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    safe += text.slice(at, from) + text.slice(from, end).replace(/[\w+/-]/g, "*");
    at = end;
  }
  return safe + text.slice(at);
}

/** Does the same to a stream, and keeps its length. */
export async function* withholdLinks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Remembers the end of what was sent, to recognize a link that begins there.
  let [sent, pending] = ["", ""];
  for await (const chunk of source) {
    const text = sent + pending + chunk.toString("latin1");
    const end = Math.max(sent.length, text.length - longest);
    yield Buffer.from(withoutLinks(text).slice(sent.length, end), "latin1");
    pending = text.slice(end);
    sent = text.slice(Math.max(0, end - longest), end);
  }
  yield Buffer.from(withoutLinks(sent + pending).slice(sent.length), "latin1");
}

/** Whether a stream contains one of our one-time links. */
export async function holdsLink(source: AsyncIterable<Buffer>): Promise<boolean> {
  let pending = "";
  for await (const chunk of source) {
    const text = pending + chunk.toString("latin1");
    if (!secretsIn(text, links).next().done) return true;
    pending = text.slice(-longest);
  }
  return false;
}

/** Returns the proofs of an address in a text, from links and marks, in lower case. */
export function proofsIn(text: string): string[] {
  return [...secretsIn(text, proofSecrets)].map(({ token }) => token.toLowerCase());
}

/** A text with an encoding undone. `start` and `end` map its positions to the original text. */
type View = { text: string; start: (index: number) => number; end: (index: number) => number };

type Decoding = { pattern: RegExp; decode: (match: string) => string };

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
const hexPair = (match: string): string => character(Number.parseInt(match.slice(1), 16));

/** Undoes quoted-printable with its line ends (RFC 2045, section 6.7; RFC 2047), UTF-16, HTML entities and percent-encoding. */
const decodings: Decoding[] = [
  {
    pattern: /=(?:[\dA-F]{2}|[ \t]{0,3}\r?\n)/gi,
    decode: (match) => (/^=[\dA-F]{2}$/i.test(match) ? hexPair(match) : ""),
  },
  { pattern: /\0/g, decode: () => "" },
  { pattern: /&(?:#\d{1,7}|#x[\dA-F]{1,6}|num|lowbar|hyphen|dash|percnt|amp);/gi, decode: decodeEntity },
  // Twice encoded where an address is inside another one.
  { pattern: /%25(?=[\dA-F]{2})/gi, decode: () => "%" },
  { pattern: /%[\dA-F]{2}/gi, decode: hexPair },
];

/** Joins lines that were broken for length, flowed (RFC 3676) or not, and possibly quoted since. */
const brokenLines: Decoding = { pattern: /[ \t]{0,2}\r?\n[> \t|]{0,20}/g, decode: () => "" };

const entities: Record<string, string> = { num: "#", lowbar: "_", hyphen: "-", dash: "-", percnt: "%", amp: "&" };

function decodeEntity(match: string): string {
  const name = match.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return entities[name] ?? match;
  return character(name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

/** The text with all encodings undone and lines joined. */
function decodedText(text: string): string {
  return [...decodings, brokenLines].reduce((so, { pattern, decode }) => so.replace(pattern, decode), text);
}

/** The text with one encoding after the other undone; `joined` also has its lines joined. */
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
  // Maps each piece of the new text to its place in the old one.
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

// Lines of base64, possibly quoted since.
const base64Lines = /[A-Za-z\d+/]{16,}(?:[ \t]{0,3}\r?\n[> \t]{0,8}[A-Za-z\d+/]+)*/g;
const lineBreaks: Decoding = { pattern: /[^A-Za-z\d+/]+/g, decode: () => "" };

/** Decodes base64 of at least `least` letters, one character per byte, starting at each of the four possible offsets. */
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

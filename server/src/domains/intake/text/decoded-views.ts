/** A text as somebody reads it who undoes an encoding; a part of it stands from `start` to `end` in the text that it was made of. */
export type View = { text: string; start: (index: number) => number; end: (index: number) => number };

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
export function decodedText(text: string): string {
  return [...decodings, brokenLines].reduce((so, { pattern, decode }) => so.replace(pattern, decode), text);
}

/** The text as it is, and with one encoding after the other undone; `joined` also has its broken lines put together. */
export function viewsOf(text: string): { views: View[]; joined: View } {
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
export function* base64In(text: string, least: number): Generator<View> {
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

/** A piece of an address header: words, quoted words without their quotes, a comment without its brackets, or what stands in <>. */
export type Piece = { kind: "words" | "quoted" | "comment" | "angle"; text: string; raw: string };

const quotedWords = /"((?:[^"\\]|\\.)*)"/sy;
const words = /[^"(<,;:]+/y;
/** No address in brackets is longer, whatever route and comments are in it. */
const longestAngle = 2_000;
/** With quoted words in them, then whatever they hold, then without their end. */
const angles = [/<((?:"(?:[^"\\]|\\.)*"|[^<>"])*)>/sy, /<([^<>]*)>/y, /<([^<>,;]*)(?=[,;]|$)/y];

/**
 * Takes an address header apart at the commas and semicolons between its mailboxes (RFC 5322, section 3.4), in time that grows with
 * its length alone. The name of a group, and the route before an address, are left out; what does not close is text.
 */
export function* splitMailboxes(value: string): Generator<Piece[]> {
  let pieces: Piece[] = [];
  // Once one does not close, none behind it does.
  let closes = { quotes: true, comments: true };
  for (let at = 0; at < value.length; ) {
    const sign = value[at] ?? "";
    if (sign === "," || sign === ";") {
      yield pieces;
      pieces = [];
      at += 1;
      continue;
    }
    if (sign === ":" && isPrefix(pieces)) {
      pieces = [];
      at += 1;
      continue;
    }
    const piece = readPiece(value, at, closes);
    if (piece === null) {
      closes = { quotes: closes.quotes && sign !== '"', comments: closes.comments && sign !== "(" };
      pieces.push({ kind: "words", text: sign, raw: sign });
      at += 1;
    } else {
      pieces.push(piece);
      at += piece.raw.length;
    }
  }
  yield pieces;
}

/** So much of an address header as holds whole mailboxes: one that is cut may be somebody else's. */
export function wholeMailboxes(value: string, most: number): string {
  if (value.length <= most) return value;
  const first = value.slice(0, most + 1);
  return first.slice(0, Math.max(0, first.lastIndexOf(","), first.lastIndexOf(";")));
}

/** Whether what stands before a colon names a group, or is a route, "mailto", or a word of somebody's own. */
function isPrefix(pieces: readonly Piece[]): boolean {
  const text = pieces.map(({ raw }) => raw).join("");
  return !text.includes("@") || text.trimStart().startsWith("@");
}

function readPiece(value: string, at: number, closes: { quotes: boolean; comments: boolean }): Piece | null {
  const sign = value[at];
  if (sign === '"') {
    const found = closes.quotes ? matchAt(quotedWords, value, at) : null;
    return found && { kind: "quoted", text: withoutEscapes(found[1] ?? ""), raw: found[0] };
  }
  if (sign === "(") {
    const end = closes.comments ? commentEnd(value, at) : -1;
    return end < 0
      ? null
      : { kind: "comment", text: withoutEscapes(value.slice(at + 1, end)), raw: value.slice(at, end + 1) };
  }
  if (sign === "<") {
    const near = value.slice(at, at + longestAngle);
    for (const angle of angles) {
      const found = matchAt(angle, near, 0);
      if (found) return { kind: "angle", text: found[1] ?? "", raw: found[0] };
    }
    return null;
  }
  const found = matchAt(words, value, at);
  return found && { kind: "words", text: found[0], raw: found[0] };
}

function matchAt(pattern: RegExp, value: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(value);
}

function commentEnd(value: string, start: number): number {
  let depth = 0;
  for (let at = start; at < value.length; at++) {
    const sign = value[at];
    if (sign === "\\") at++;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  return -1;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

import { charsetOfCodePage, codePageOfFont, type Decode } from "./code-pages.ts";

/** The content of an RTF document: the HTML that it wraps, or its text. */
type RtfContent = { kind: "html" | "text"; content: string };

/** The state of a group, inherited by the groups in it. */
type Group = {
  /** Whether its text is not part of the document. */
  isPassedOver: boolean;
  /** Whether it is part of the wrapped HTML (`\htmltag`). */
  isTag: boolean;
  /** Whether it only renders the HTML as RTF (`\htmlrtf`). */
  isShownOnly: boolean;
  isFontTable: boolean;
  font: number;
  /** How many fallback characters follow a Unicode character. */
  skips: number;
};

/** Groups that are not shown. */
const hidden = new Set(
  (
    "fonttbl colortbl stylesheet info pict object listtable listoverridetable revtbl rsidtbl generator header footer headerl headerr " +
    "footerl footerr headerf footerf xmlnstbl themedata colorschememapping datastore latentstyles fldinst pntext pntxta pntxtb shpinst " +
    "nonshppict bkmkstart bkmkend mhtmltag filetbl private"
  ).split(" "),
);

const breaks: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  row: "\n",
  tab: "\t",
  cell: "\t",
};
const signs: Readonly<Record<string, string>> = {
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  bullet: "\u2022",
  endash: "\u2013",
  emdash: "\u2014",
  emspace: "\u2003",
  enspace: "\u2002",
  zwj: "\u200d",
  zwnj: "\u200c",
};

const most = { groups: 500, fonts: 1_000, characters: 2_000_000 };

/**
 * Reads an RTF document: the HTML or text that Exchange wrapped in it (MS-OXRTFEX), else its own text; null if it is no RTF. Takes
 * time linear in its length, and returns at most two million characters.
 */
export function readRtf(rtf: Buffer, decode: Decode): RtfContent | null {
  const source = rtf.toString("latin1");
  if (!/^\s{0,8}\{\\rtf/.test(source)) return null;
  const reader = new RtfReader(decode);
  for (const token of rtfTokens(source)) {
    if (!reader.take(token)) break;
  }
  return reader.result();
}

class RtfReader {
  readonly #decode: Decode;
  readonly #fontPages = new Map<number, number>();
  readonly #groups: Group[] = [];
  #group: Group = { isPassedOver: false, isTag: false, isShownOnly: false, isFontTable: false, font: -1, skips: 1 };
  #kind: "html" | "text" | null = null;
  #codePage = 1252;
  #defaultFont = -1;
  #pieces: string[] = [];
  #length = 0;
  /** Bytes not decoded yet, as a character may take several. */
  #bytes: number[] = [];
  #toSkip = 0;
  #mayBePassedOver = false;
  #depth = 0;

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  /** Takes a token; false at the end of the document or at the limit. */
  take(token: RtfToken): boolean {
    if (token.kind !== "byte") this.#flush();
    if (token.kind === "open") this.#open();
    else if (token.kind === "close") this.#close();
    else if (token.kind === "word") this.#word(token.word, token.number);
    else if (token.kind === "byte") this.#byte(token.byte);
    else if (token.kind === "text") this.#text(token.text);
    return this.#length < most.characters && (token.kind !== "close" || this.#depth > 0);
  }

  result(): RtfContent {
    this.#flush();
    const content = this.#pieces.join("").slice(0, most.characters);
    return { kind: this.#kind === "html" ? "html" : "text", content };
  }

  // Groups nested beyond the limit count as one.
  #open(): void {
    this.#depth += 1;
    this.#toSkip = 0;
    if (this.#depth > most.groups) return;
    this.#groups.push(this.#group);
    this.#group = { ...this.#group };
  }

  #close(): void {
    this.#toSkip = 0;
    if (this.#depth > 0) this.#depth -= 1;
    if (this.#depth < most.groups) this.#group = this.#groups.pop() ?? this.#group;
  }

  #word(word: string, number: number | null): void {
    const group = this.#group;
    const isOptional = this.#mayBePassedOver;
    this.#mayBePassedOver = word === "*";
    if (word === "htmltag") group.isTag = true;
    else if (hidden.has(word) || (isOptional && word !== "*")) this.#passOver(word);
    else if (word === "fromhtml") this.#kind = number === 0 ? this.#kind : "html";
    else if (word === "fromtext") this.#kind = "text";
    else if (word === "htmlrtf") group.isShownOnly = number !== 0;
    else if (word === "ansicpg") this.#codePage = number || this.#codePage;
    else if (word === "deff") this.#defaultFont = number ?? -1;
    else if (word === "f") group.font = number ?? -1;
    else if (word === "plain") group.font = -1;
    else if (word === "fcharset") this.#font(group.font, number ?? 0);
    else if (word === "uc") group.skips = Math.min(8, Math.max(0, number ?? 1));
    else if (word === "u") this.#unicode(number ?? 0);
    else this.#add(signs[word] ?? this.#breakOf(word));
  }

  #passOver(word: string): void {
    this.#group.isPassedOver = true;
    this.#group.isFontTable = word === "fonttbl";
  }

  #font(font: number, charset: number): void {
    const page = codePageOfFont(charset);
    if (this.#group.isFontTable && page !== null && this.#fontPages.size < most.fonts) this.#fontPages.set(font, page);
  }

  /** The text for a break; in HTML a line break of the source. */
  #breakOf(word: string): string {
    const found = breaks[word] ?? "";
    return this.#kind === "html" && found === "\n" ? "\r\n" : found;
  }

  #unicode(code: number): void {
    if (this.#toSkip > 0) return;
    this.#add(String.fromCharCode(code & 0xffff));
    this.#toSkip = this.#group.skips;
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (this.#isShown()) this.#bytes.push(byte);
  }

  #text(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    this.#add(text.slice(skipped), true);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#push(this.#decode(bytes, charsetOfCodePage(this.#page())));
  }

  #page(): number {
    if (this.#group.isTag) return this.#codePage;
    const font = this.#group.font === -1 ? this.#defaultFont : this.#group.font;
    return this.#fontPages.get(font) ?? this.#codePage;
  }

  #isShown(): boolean {
    const { isPassedOver, isTag, isShownOnly } = this.#group;
    if (isPassedOver) return false;
    return this.#kind !== "html" || isTag || !isShownOnly;
  }

  #add(text: string, isRaw = false): void {
    if (text === "" || !this.#isShown()) return;
    const isPlain = !isRaw || /^[\0-\x7f]*$/.test(text);
    this.#push(isPlain ? text : this.#decode(Buffer.from(text, "latin1"), charsetOfCodePage(this.#page())));
  }

  #push(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
  }
}

/** A token of RTF: a brace, a control word with its number, a byte in hexadecimal, or text. */
type RtfToken =
  | { kind: "open" | "close" }
  | { kind: "word"; word: string; number: number | null }
  | { kind: "byte"; byte: number }
  | { kind: "text"; text: string };

const word = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const text = /[^\\{}\r\n]+/y;
const hex = /\\'([\da-fA-F]{2})/y;

/** Splits RTF, with one character per byte, into tokens (RTF 1.9.1, "Basic Entities"); skips binary data. */
function* rtfTokens(rtf: string): Generator<RtfToken> {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(rtf);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < rtf.length) {
    const sign = rtf[at];
    if (sign === "{" || sign === "}") {
      at += 1;
      yield { kind: sign === "{" ? "open" : "close" };
    } else if (sign === "\r" || sign === "\n") at += 1;
    else if (sign !== "\\") yield { kind: "text", text: take(text)?.[0] ?? "" };
    else {
      const byte = take(hex);
      const control = byte ? null : take(word);
      if (byte) yield { kind: "byte", byte: Number.parseInt(byte[1] ?? "", 16) };
      else if (control) {
        const number = control[2] === undefined ? null : Number(control[2]);
        if (control[1] === "bin") at += Math.max(0, number ?? 0);
        else yield { kind: "word", word: control[1] ?? "", number };
      } else {
        yield symbol(rtf[at + 1] ?? "");
        at += 2;
      }
    }
  }
}

const symbols: Readonly<Record<string, string>> = { "~": "\u00a0", _: "\u2011", "-": "" };

/** The token for a backslash and the character after it: an escaped character, a special space, a paragraph or an optional group. */
function symbol(sign: string): RtfToken {
  if (sign === "*") return { kind: "word", word: "*", number: null };
  if (sign === "\r" || sign === "\n") return { kind: "word", word: "par", number: null };
  return { kind: "text", text: symbols[sign] ?? sign };
}

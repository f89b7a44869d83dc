import { decodeCharset, decodeRaw, decodeWords } from "./decode-charset.ts";

/** The first word of a structured header, in lower case, and its decoded parameters by lower-case name. */
export type Structured = { value: string; parameters: Map<string, string> };

type Segment = { index: number; isEncoded: boolean; text: string };

/**
 * Reads a header value with parameters (RFC 2045, section 5.1), given as one character per byte. Accepts continued and encoded parameters
 * (RFC 2231), misplaced encoded words, raw bytes, unquoted blanks, and unclosed quotes.
 */
export function readParameters(raw: string, charset: string | null): Structured {
  const rest = raw.slice(0, 16_384).trim();
  const value = /^[^\s;"=()]*/.exec(rest)?.[0] ?? "";
  const segments = new Map<string, Segment[]>();
  // If the type is missing, the first word is already a parameter.
  const start = rest[value.length] === "=" || /^\s*=/.test(rest.slice(value.length)) ? 0 : value.length;
  for (const [name, text] of pairs(rest.slice(start))) {
    const [, base = "", index, star] = /^([^*]{1,60})(?:\*(\d{1,4}))?(\*)?$/.exec(name) ?? [];
    if (base === "") continue;
    const segment = { index: index === undefined ? -1 : Number(index), isEncoded: star === "*", text };
    segments.set(base, [...(segments.get(base) ?? []), segment]);
  }
  const parameters = new Map([...segments].map(([name, all]) => [name, join(all, charset)]));
  return { value: start === 0 && rest !== value ? "" : value.toLowerCase(), parameters };
}

const maxPairs = 200;

function pairs(text: string): [string, string][] {
  const found: [string, string][] = [];
  const name = /([^\s;="()]{1,100})\s{0,20}=\s{0,20}/y;
  const gap = /[;\s]+/g;
  for (let at = 0; at < text.length && found.length < maxPairs; ) {
    gap.lastIndex = at;
    const before = gap.exec(text);
    name.lastIndex = before?.index === at ? gap.lastIndex : at;
    const match = name.exec(text);
    if (match) {
      const start = name.lastIndex;
      const end = text[start] === '"' ? closingQuote(text, start) : bareEnd(text, start);
      found.push([match[1]?.toLowerCase() ?? "", unquote(text.slice(start, end))]);
      at = text[end] === '"' ? end + 1 : end;
      continue;
    }
    // A comment or other word ends at the next gap.
    gap.lastIndex = before?.index === at ? gap.lastIndex : at;
    const after = gap.exec(text);
    if (!after) break;
    at = after.index;
  }
  return found;
}

/** The end of a quoted value: a quote before a semicolon, another parameter or the end, as names may contain quotes. */
function closingQuote(text: string, start: number): number {
  let last = -1;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")) at++;
    else if (text[at] === '"') {
      last = at;
      if (/^\s*(?:$|;|[\w*-]{1,60}\s?=|\()/.test(text.slice(at + 1, at + 80))) return at;
    }
  }
  if (last !== -1) return last;
  // The quote is never closed, so the value ends where a parameter would.
  const end = text.indexOf(";", start);
  return end === -1 ? text.length : end;
}

function bareEnd(text: string, start: number): number {
  const end = text.slice(start).search(/;|\s[\w*-]{1,60}\s?=(?!\?)/);
  return end === -1 ? text.length : start + end;
}

// Mail programs escape only quotes and backslashes; other backslashes are in Windows paths.
function unquote(value: string): string {
  if (!value.startsWith('"')) return value.trim();
  return value.slice(1).replace(/\\(["\\])/g, "$1");
}

function join(all: Segment[], charset: string | null): string {
  const whole = all.find(({ index, isEncoded }) => index === -1 && isEncoded);
  if (whole) return decodeSegments([whole], charset);
  const parts = all.filter(({ index }) => index >= 0).sort((one, other) => one.index - other.index);
  if (parts.length > 0) return decodeSegments(parts, charset);
  return decodePlain(all[0]?.text ?? "", charset);
}

function decodeSegments(parts: Segment[], charset: string | null): string {
  if (!parts.some(({ isEncoded }) => isEncoded)) return decodePlain(parts.map(({ text }) => text).join(""), charset);
  let declared: string | null = null;
  const bytes = parts.map(({ isEncoded, text }) => {
    if (!isEncoded) return Buffer.from(text, "latin1");
    // Some programs repeat the character set in each part.
    const [prefix = "", name = ""] = /^([\w.:+-]{0,60})'[\w-]{0,30}'/.exec(text) ?? [];
    declared ??= name || null;
    return percentDecode(text.slice(prefix.length));
  });
  return decodeName(Buffer.concat(bytes), declared, charset);
}

function percentDecode(text: string): Buffer {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

function decodeName(bytes: Buffer, declared: string | null, charset: string | null): string {
  const isUtf8 = /^utf-?8$/i.test(declared ?? "");
  const whole = isUtf8 ? bytes.subarray(0, bytes.length - cutBytes(bytes)) : bytes;
  return decodeWords(withoutCuts(decodeCharset(whole, declared, charset)));
}

/** How many bytes at the end are an incomplete UTF-8 character. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function decodePlain(raw: string, charset: string | null): string {
  // Completes an encoded word that was cut off.
  const closed = /=\?[\w.:+*-]{1,96}\?[bq]\?[^?\s]{1,2000}$/i.test(raw) ? `${raw}?=` : raw;
  return withoutCuts(decodeWords(decodeRaw(closed, charset)));
}

// Programs cut long names inside a character.
function withoutCuts(text: string): string {
  return text.replaceAll("\uFFFD", "") || text;
}

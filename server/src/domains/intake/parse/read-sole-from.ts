import { domainToASCII, domainToUnicode } from "node:url";
import type { MailAddress, MailHeaders } from "./parsed-mail.ts";
import { readAddresses, readEmail } from "./read-addresses.ts";
import type { HeaderLine } from "./read-headers.ts";

/**
 * Returns the only mailbox of the only From field (RFC 5322, section 3.6.2), to which verdicts of DKIM, SPF and DMARC apply. Null if two
 * programs could read it differently: several fields or mailboxes, a group, a route, an address outside the brackets, unbalanced
 * quotes, control characters, or a header that ends early for some.
 */
export function readSoleFrom(lines: readonly HeaderLine[], headers: MailHeaders): MailAddress | null {
  const line = findOnlyField(lines);
  const strict = line === null ? null : readStrictly(unfold(line));
  const [shown, ...others] = readAddresses(headers.from);
  // The tolerant reader must find the same address.
  return strict !== null && others.length === 0 && shown?.email === strict ? shown : null;
}

function findOnlyField(lines: readonly HeaderLine[]): string | null {
  const named = lines.filter(
    ({ line }) =>
      fieldName(line)
        .replace(/[^!-~]/g, "")
        .toLowerCase() === "from",
  );
  const field = named[0]?.line ?? "";
  if (named.length !== 1 || !/^from:/i.test(field)) return null;
  // Some programs end a line at other characters, and the header at the first line that is no field.
  if (lines.some(({ line }) => hiddenField.test(line.replaceAll("\r\n", "\n")))) return null;
  const before = lines.slice(
    0,
    lines.findIndex(({ line }) => line === field),
  );
  return before.every(({ line }) => isField(line)) ? field : null;
}

// A From after a control character other than a tab or a fold's line feed; some programs end a line at U+0085.
const hiddenField = /(?:[^\P{Cc}\t\n\x7F-\x84\x86-\x9F])[^!-~]{0,100}from[^!-~]{0,100}:/iu;

function fieldName(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(":")));
}

function isField(line: string): boolean {
  return /^[!-9;-~]+[ \t]*$/.test(fieldName(line)) && !/\n[ \t]*\r?(?:\n|$)/.test(line);
}

/** Unfolds a field's value; null if one of its lines is empty. */
function unfold(field: string): string | null {
  const value = field.slice(field.indexOf(":") + 1);
  if (/\n[ \t]*\r?(?:\n|$)/.test(value)) return null;
  const bytes = Buffer.from(value.replace(/\r?\n(?=[ \t])/g, ""), "latin1");
  const text = bytes.toString("utf8");
  // A name may have bytes of another character set; decoded one by one, they form no address.
  return text.includes("\uFFFD") ? bytes.toString("latin1").replace(/[\x80-\x9F]/g, "\u00FF") : text;
}

// Names may contain other scripts' blanks.
const token =
  /[\p{Zs}\t]+|(?<quoted>"(?:[^"\\]|\\.)*")|(?<comment>\([^()\\"@<>]*\))|<(?<address>[^<>]*)>|(?<word>[^\s"()<>,;:\\[\]]+)/uy;

/** Reads the address of a From with exactly one mailbox by RFC 5322's grammar without its obsolete forms; null for any other. */
function readStrictly(value: string | null): string | null {
  if (value === null || value.length > 4_000 || /[^\P{C}\t]/u.test(value.trim())) return null;
  const text = value.trim();
  const words: string[] = [];
  let bracketed: string | null = null;
  for (let end = 0; end < text.length; ) {
    token.lastIndex = end;
    const groups = token.exec(text)?.groups;
    if (!groups) return null;
    end = token.lastIndex;
    const { quoted, address, word } = groups;
    const isText = quoted !== undefined || word !== undefined;
    if (bracketed !== null && (isText || address !== undefined)) return null;
    if (quoted !== undefined && /\\/.test(quoted) && /[@<>]/.test(quoted)) return null;
    if (isText) words.push(quoted ?? word ?? "");
    bracketed ??= address?.trim() ?? null;
  }
  // An address without brackets is one word, possibly with a quoted local part right before it.
  if (bracketed === null) return words.length <= 2 && text.includes(words.join("")) ? readProven(words.join("")) : null;
  return namesAnother(words, bracketed) ? null : readProven(bracketed);
}

/** Whether a name could be read as another address. Many programs put the mailbox's own address there, unquoted. */
function namesAnother(words: readonly string[], own: string): boolean {
  const bare = words.filter((word) => !word.startsWith('"')).join(" ");
  if (bare.replace(/^'(.*)'$/, "$1").toLowerCase() === own.toLowerCase()) return false;
  return /\S@|@\S|@ \S{0,190}\./.test(bare);
}

const dotAtom = /^[\w!#$%&'*+/=?^`{|}~.\u{A1}-\u{10FFFF}-]{1,64}$/u;
/** Quoted local parts that are unambiguous without quotes: only blanks between words and unusual dots. */
const quotedLocal = /^"([\w!#$%&'*+/=?^`{|}~.\u{A1}-\u{10FFFF} -]{1,64})"$/u;
const domain = /^[a-z\d_\u{A1}-\u{10FFFF}-]{1,63}(?:\.[a-z\d_\u{A1}-\u{10FFFF}-]{1,63}){0,30}$/iu;

function readProven(value: string): string | null {
  const [written = "", host = "", ...rest] = value.split("@");
  const quoted = quotedLocal.exec(written)?.[1];
  const local = quoted ?? written;
  if (rest.length > 0 || !domain.test(host) || /\p{Z}/u.test(local.replaceAll(" ", "") + host)) return null;
  if (quoted === undefined && !dotAtom.test(local)) return null;
  // Rejects letters that DNS or case folding maps to others, as programs differ in this.
  if (value.normalize("NFKC") !== value || /^=\?.*\?=$/.test(local) || !isItself(host)) return null;
  return readEmail(value);
}

/** Whether a domain survives conversion to DNS and back, which characters that DNS maps to others do not. */
function isItself(host: string): boolean {
  return !/[^\0-\x7F]/.test(host) || domainToUnicode(domainToASCII(host)) === host.toLowerCase();
}

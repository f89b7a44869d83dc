import { normalAddress } from "@deskhand/contract/addresses/address";
import { recipientKinds } from "@deskhand/contract/vocabulary";
import { decodeRaw, decodeWords } from "./decode-charset.ts";
import type { MailAddress } from "./parsed-mail.ts";
import {
  type HeaderLine,
  type Piece,
  readHeaders,
  splitMailboxes,
  unfoldWhole,
  wholeMailboxes,
} from "./read-headers.ts";

const maxAddresses = 200;
/** Only so many characters of a field are read. */
const maxLength = 16_384;
// Replaces encoded words by private characters, which no address has, while addresses are parsed.
const wordMark = /\uE000(\d{1,5})\uE001/g;
const encodedWord = /=\?[\w.:+*-]{1,96}\?[bq]\?[^?\s<>@"]{0,2000}\?=/gi;

/**
 * Reads the mailboxes of an address header (RFC 5322), at most 200, with groups flattened; names without an address are left out. The value
 * must be as sent: encoded words are decoded only after addresses are known (RFC 2047, section 5), so that none can forge an
 * address.
 */
export function readAddresses(values: readonly string[] | undefined): MailAddress[] {
  return readField(values).mailboxes;
}

/** Returns the parts of an address header that are no addresses, as readable text: "Bo <bo@>". */
export function unreadAddresses(values: readonly string[] | undefined): string[] {
  const texts = readField(values).unread.map((text) => visible(text).slice(0, shownLength));
  return texts.filter((text) => /[\p{L}\p{N}]/u.test(text) && !emptyGroup.test(text));
}

/** Returns all distinct addresses in an address header, however many. */
function allAddresses(values: readonly string[]): Set<string> {
  const all = new Set<string>();
  for (const value of values)
    for (const pieces of splitMailboxes(value))
      for (const { email } of readMailboxes(pieces)) all.add(email.toLowerCase());
  return all;
}

/** Whether an address header may contain more than {@link readAddresses} returns. */
function isLong(values: readonly string[]): boolean {
  return values.some(({ length }) => length > maxLength) || values.join("").split("@").length > maxAddresses;
}

/** What programs write for an empty group without the group's syntax. */
const emptyGroup =
  /^\W{0,3}(?:(?:undisclosed|unlisted|hidden|suppressed)[\s_-]{0,3}recipients?|recipient list not shown)\b/i;
const shownLength = 200;

type Field = { mailboxes: MailAddress[]; unread: string[] };

function readField(values: readonly string[] = []): Field {
  const found: Field = { mailboxes: [], unread: [] };
  for (const value of values) {
    if (found.mailboxes.length >= maxAddresses) break;
    readValue(wholeMailboxes(value, maxLength), found);
  }
  return found;
}

function readValue(value: string, { mailboxes, unread }: Field): void {
  const words: string[] = [];
  const header = value
    .replace(/[\uE000\uE001]/g, "")
    .replace(encodedWord, (word) => `\uE000${words.push(word) - 1}\uE001`);
  const decoded = (name: string) =>
    decodeWords(name.replace(wordMark, (_, index: string) => words[Number(index)] ?? ""));
  // An unquoted name with a comma is split there and has to be joined again.
  let nameParts: string[] = [];
  const addUnread = (...texts: string[]) => unread.push(...texts.map(decoded));
  for (const pieces of splitMailboxes(header)) {
    const read = readMailboxes(pieces);
    const hasBrackets = pieces.some(({ kind }) => kind === "angle");
    if (read.length === 0) {
      const shown = pieces.map(({ kind, text, raw }) => (kind === "angle" ? raw : text)).join("");
      const isName = !hasBrackets && !shown.includes("@");
      if (!isName) addUnread([...nameParts, shown].join(","));
      nameParts = isName && pieces.length > 0 ? [...nameParts, shown] : [];
      continue;
    }
    if (!hasBrackets) addUnread(...nameParts);
    for (const [nth, { name, email }] of read.entries()) {
      const whole = nth === 0 && hasBrackets ? [...nameParts, name].join(",") : name;
      mailboxes.push({ name: cleanName(decoded(whole), email), email });
      if (mailboxes.length >= maxAddresses) return;
    }
    nameParts = [];
  }
  addUnread(...nameParts);
}

type Mailbox = { name: string; email: string };

/** Reads the mailboxes between two commas, in brackets or else among the words; several if a comma is missing. */
function readMailboxes(pieces: readonly Piece[]): Mailbox[] {
  const inBrackets = pieces.flatMap((piece, at) => {
    const email = piece.kind === "angle" ? readEmail(piece.text.replace(route, "")) : null;
    return email === null ? [] : [{ at, end: at + 1, email }];
  });
  if (inBrackets.length > 0) return withNames(inBrackets, pieces, nameOf);
  const words = pieces.filter(({ kind }) => kind === "words" || kind === "quoted");
  const comments = nameOf(pieces.filter(({ kind }) => kind === "comment"));
  const whole = readEmail(words.map(({ raw }) => raw).join(""));
  return whole === null ? readAmongWords(words, comments) : [{ name: comments, email: whole }];
}

type Place = { at: number; end: number; email: string };

/** Names each address by the words before it, and the last one also by those after it. */
function withNames<Word>(places: readonly Place[], all: readonly Word[], say: (words: readonly Word[]) => string) {
  return places.map(({ at, end, email }, nth) => {
    const before = all.slice(places[nth - 1]?.end ?? 0, at);
    return { name: say(nth === places.length - 1 ? [...before, ...all.slice(end)] : before), email };
  });
}

/** An obsolete list of relays before an address (RFC 5321, appendix C). */
const route = /^\s*@[^:"]*:/;

/** Finds addresses among words without brackets, also with blanks around the "@". */
function readAmongWords(pieces: readonly Piece[], comments: string): Mailbox[] {
  const words = wordsOf(pieces);
  const found: Place[] = [];
  for (const [index, word] of words.entries()) {
    if (!word.includes("@")) continue;
    for (const around of [0, 1]) {
      const [at, end] = [Math.max(found.at(-1)?.end ?? 0, index - around), index + around + 1];
      const email = readEmail(words.slice(at, end).join(" "));
      if (email === null) continue;
      found.push({ at, end, email });
      break;
    }
  }
  return withNames(found, words, (others) => others.join(" ").replace(/"/g, "") || comments);
}

/** Splits pieces at blanks, but not quoted ones. */
function wordsOf(pieces: readonly Piece[]): string[] {
  const words = [""];
  for (const { kind, raw } of pieces) {
    const [first = "", ...others] = kind === "quoted" ? [raw] : raw.split(/\s+/);
    words.push(`${words.pop()}${first}`, ...others);
  }
  return words.filter((word) => word !== "");
}

function nameOf(pieces: readonly Piece[]): string {
  const words = pieces.filter(({ kind }) => kind !== "comment");
  const name = words.map(({ kind, text, raw }) => (kind === "angle" ? raw : text)).join("");
  return name.trim() === "" ? pieces.map(({ kind, text }) => (kind === "comment" ? text : "")).join(" ") : name;
}

/**
 * Reads one address from a header or text and normalizes it ({@link normalAddress}); it may be in brackets or quotes, after "mailto:", or
 * before a full stop. Null if it is no address.
 */
export function readEmail(value: string): string | null {
  const given = value.trim();
  if (given.length > 500) return null;
  const exact = normalAddress(given);
  if (exact !== null) return exact;
  return normalAddress(given.replace(/^[<'"\s]*(?:mailto:)?[<'"\s]*/i, "").replace(/\.?[>'"\s]*$/, ""));
}

// Invisible characters could hide an address in a name, or reverse it.
function cleanName(name: string, email: string): string {
  const clean = visible(name)
    .replace(/^(["'])(.*)\1$/, "$2")
    .trim()
    .slice(0, 200);
  return containsOtherAddress(clean, email) ? "" : clean;
}

/** A letter or mark of a script that is written with joiners, as that of Persian or Sinhala: where no Latin one is. */
const joined =
  "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])[\\p{L}\\p{M}]";
/** What letters and emoji need: joiners and non-joiners between them, and what makes a sign an emoji. */
const needed = [
  `(?<=${joined})\\u200d`,
  `(?<=${joined})\\u200c(?=${joined})`,
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})\\ufe0f",
];
const neededOrInvisible = new RegExp(`(${needed.join("|")})|\\p{Default_Ignorable_Code_Point}|\\p{Cf}`, "gu");

function visible(text: string): string {
  return text
    .replace(neededOrInvisible, "$1")
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether a name is an address, or contains one other than the mailbox's own, so that it cannot be trusted. */
function containsOtherAddress(name: string, email: string): boolean {
  if (name.toLowerCase() === email.toLowerCase()) return true;
  const named = name.normalize("NFKC").match(/[^\s@<>()[\]"',;:]{1,64} {0,2}@ {0,2}[^\s@<>()[\]"',;:]{1,190}/g) ?? [];
  return named
    .map((address) => address.replaceAll(" ", ""))
    .some((address) => /@.*[^.]\.[^.]/.test(address) && readEmail(address)?.toLowerCase() !== email.toLowerCase());
}

/** The header fields that name people. */
export const peopleFields = ["from", "reply-to", ...recipientKinds] as const;

/** Counts the addresses in these fields that {@link readAddresses} does not return. */
export function countLeftOut(lines: readonly HeaderLine[]): number {
  let count = 0;
  for (const field of peopleFields) {
    const ofField = lines.filter(({ key }) => key.trim().toLowerCase() === field);
    const values = ofField.map(({ line }) => unfoldWhole(line));
    if (!isLong(values)) continue;
    const all = allAddresses(values.map((value) => decodeRaw(value, null)));
    for (const { email } of readAddresses(readHeaders(ofField)[field])) all.delete(email.toLowerCase());
    count += all.size;
  }
  return count;
}

/**
 * Matches an address in text. An apostrophe may be in the local part but not at its start, where it is a quotation mark. Must not match
 * part of a longer address, which would be somebody else's.
 */
const addressPattern =
  /(?<![^\s<>()[\]"',;:*])(?:"(?:[^"\\\r\n]|\\[^\r\n]){1,64}"|[^\s<>()[\]"',;:*][^\s<>()[\]",;:*]{0,63})@[\p{L}\p{M}\p{N}_.-]{1,255}(?!\.?[\p{L}\p{M}\p{N}_-])/u;
/** Words right after a domain, in scripts without blanks. */
const wordsBehind =
  /(?<=[a-z\d])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][^.]*$/iu;

/** An address in text: as written, its position, and normalized. */
type FoundAddress = { written: string; index: number; email: string };

/** Finds the first address in a text; null if it is invalid. */
export function findAddress(text: string): FoundAddress | null {
  const found = addressPattern.exec(text);
  const written = found && withoutEnd(found[0]);
  const email = written && readEmail(written);
  return found && written && email ? { written, index: found.index, email } : null;
}

/** Returns the domains of everything in a text that looks like an address, in lower case. */
export function domainsIn(text: string): string[] {
  const all = [...text.matchAll(new RegExp(addressPattern, "gu"))].map(([one]) => withoutEnd(one));
  return all.map((one) => one.slice(one.lastIndexOf("@") + 1).toLowerCase());
}

function withoutEnd(written: string): string {
  return written.replace(wordsBehind, "").replace(/[.-]+$/, "");
}

/** Cuts a text at a blank or line end, because a truncated address would be another one. */
export function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most + 1;
  while (end > 0 && /\S/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

import { normalAddress } from "@deskhand/contract/addresses/address";
import { decodeWords } from "./decode-charset.ts";
import type { MailAddress } from "./parsed-mail.ts";
import { type Piece, splitMailboxes } from "./split-mailboxes.ts";

const maxAddresses = 200;
// What stands for an encoded word while the addresses are parsed: private characters, which no address has.
const wordMark = /\uE000(\d{1,5})\uE001/g;
const encodedWord = /=\?[\w.:+*-]{1,96}\?[bq]\?[^?\s<>@"]{0,2000}\?=/gi;

/**
 * The mailboxes of an address header (RFC 5322, groups flattened), those without an address left out, 200 at most. It is
 * given as it was sent: encoded words belong to names only and are decoded when the addresses are known (RFC 2047,
 * section 5), so that none of them makes an address.
 */
export function readAddresses(values: readonly string[] | undefined): MailAddress[] {
  const found: MailAddress[] = [];
  for (const value of values ?? []) {
    if (found.length >= maxAddresses) break;
    found.push(...readValue(value.slice(0, 16_384)));
  }
  return found.slice(0, maxAddresses);
}

function readValue(value: string): MailAddress[] {
  const words: string[] = [];
  const header = value
    .replace(/[\uE000\uE001]/g, "")
    .replace(encodedWord, (word) => `\uE000${words.push(word) - 1}\uE001`);
  const withWords = (name: string) => name.replace(wordMark, (_, index: string) => words[Number(index)] ?? "");
  const found: MailAddress[] = [];
  // A name with a comma of its own, unquoted, is cut there.
  let cutName = "";
  for (const pieces of splitMailboxes(header)) {
    const mailbox = readMailbox(pieces);
    const hasBrackets = pieces.some(({ kind }) => kind === "angle");
    if (mailbox === null) {
      cutName = hasBrackets || pieces.length === 0 ? "" : `${cutName}${pieces.map(({ text }) => text).join("")},`;
      continue;
    }
    const { name, email } = mailbox;
    const whole = hasBrackets ? `${cutName}${name}` : name;
    found.push({ name: cleanName(decodeWords(withWords(whole)), email), email });
    cutName = "";
    if (found.length >= maxAddresses) break;
  }
  return found;
}

type Mailbox = { name: string; email: string };

/** The mailbox of the pieces between two commas: the first address in brackets, else one that stands among the words. */
function readMailbox(pieces: readonly Piece[]): Mailbox | null {
  for (const piece of pieces) {
    const email = piece.kind === "angle" ? readEmail(piece.text.replace(route, "")) : null;
    if (email !== null) return { name: nameOf(pieces.filter((other) => other !== piece)), email };
  }
  const spoken = pieces.filter(({ kind }) => kind === "words" || kind === "quoted");
  const comments = nameOf(pieces.filter(({ kind }) => kind === "comment"));
  const whole = readEmail(spoken.map(({ raw }) => raw).join(""));
  return whole === null ? readAmongWords(spoken, comments) : { name: comments, email: whole };
}

/** What relays an address was to go through, which it says no more (RFC 5321, appendix C). */
const route = /^\s*@[^:"]*:/;

/** Of words with an address among them, without brackets: the first that is one, or that an @ between blanks makes one. */
function readAmongWords(pieces: readonly Piece[], comments: string): Mailbox | null {
  const words = wordsOf(pieces);
  for (const [index, word] of words.entries()) {
    if (!word.includes("@")) continue;
    for (const around of [0, 1]) {
      const [from, to] = [Math.max(0, index - around), index + around + 1];
      const email = readEmail(words.slice(from, to).join(" "));
      if (email === null) continue;
      const others = [...words.slice(0, from), ...words.slice(to)].join(" ");
      return { name: others.replace(/"/g, "") || comments, email };
    }
  }
  return null;
}

/** What stands between blanks, those in quotes apart. */
function wordsOf(pieces: readonly Piece[]): string[] {
  const words = [""];
  for (const { kind, raw } of pieces) {
    const [first = "", ...others] = kind === "quoted" ? [raw] : raw.split(/\s+/);
    words.push(`${words.pop()}${first}`, ...others);
  }
  return words.filter((word) => word !== "");
}

function nameOf(pieces: readonly Piece[]): string {
  const spoken = pieces.filter(({ kind }) => kind !== "comment");
  const name = spoken.map(({ kind, text, raw }) => (kind === "angle" ? raw : text)).join("");
  return name.trim() === "" ? pieces.map(({ kind, text }) => (kind === "comment" ? text : "")).join(" ") : name;
}

/**
 * An address as it is kept ({@link normalAddress}), of what a header or a text shows: also in brackets or quotes, behind "mailto:", with
 * a full stop behind it. Null where it is no address.
 */
export function readEmail(value: string): string | null {
  const given = value.trim();
  if (given.length > 500) return null;
  const exact = normalAddress(given);
  if (exact !== null) return exact;
  return normalAddress(given.replace(/^[<'"\s]*(?:mailto:)?[<'"\s]*/i, "").replace(/\.?[>'"\s]*$/, ""));
}

// Invisible characters would hide an address from the reader of a name, or turn it round.
function cleanName(name: string, email: string): string {
  const clean = name
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .trim()
    .slice(0, 200);
  return namesOther(clean, email) ? "" : clean;
}

/** Whether a name is an address, or names one that is not the mailbox's own: then it says nothing that can be trusted. */
function namesOther(name: string, email: string): boolean {
  if (name.toLowerCase() === email.toLowerCase()) return true;
  const named = name.normalize("NFKC").match(/[^\s@<>()[\]"',;:]{1,64} {0,2}@ {0,2}[^\s@<>()[\]"',;:]{1,190}/g) ?? [];
  return named
    .map((address) => address.replaceAll(" ", ""))
    .some((address) => /@.*[^.]\.[^.]/.test(address) && readEmail(address)?.toLowerCase() !== email.toLowerCase());
}

import { decodeRaw, decodeWords } from "./decode-charset.ts";
import type { MailHeaders } from "./parsed-mail.ts";
import { wholeMailboxes } from "./split-mailboxes.ts";

const maxValueLength = 32_768;
const maxFields = 1_000;

// Fields that hold mailboxes. Words in them belong to the names, and are decoded when those are known: `readAddresses`.
const addressField =
  /^(?:(?:[\w-]+-)?(?:from|sender|to|cc|bcc)|(?:[\w-]+-)?reply-to|(?:x-)?return-path|[\w-]+-(?:recipients?|author|mailfrom))$/;

/** One header field as it was sent, folded, one character a byte, and its name. */
export type HeaderLine = { key: string; line: string };

// Behind a line that is no field, these show that the header goes on.
const knownField =
  /^(?:from|to|cc|bcc|subject|date|sender|reply-to|message-id|in-reply-to|references|received|return-path|delivered-to|mime-version|content-[\w-]{1,60}|x-[\w-]{1,90}|(?:list|arc|resent)-[\w-]{1,60}|dkim-signature|authentication-results|user-agent|importance|precedence|auto-submitted)[ \t]{0,20}:/i;

/** Whether a line is a header field by its form (RFC 5322, section 2.2), blanks before the colon allowed. */
export function isHeaderLine(line: string): boolean {
  return /^[!-9;-~]{1,500}[ \t]{0,20}:/.test(line);
}

/** Whether a line is a header field of a name that mail has. */
export function isKnownHeaderLine(line: string): boolean {
  return knownField.test(line);
}

/**
 * Reads raw header lines into fields: unfolded, and decoded where they are no mailboxes. Raw bytes are UTF-8, else of the
 * character set of the message's text, else guessed.
 */
export function readHeaders(lines: readonly HeaderLine[], bodyCharset: string | null = null): MailHeaders {
  const headers: MailHeaders = Object.create(null) as MailHeaders;
  for (const { key, line } of lines.slice(0, maxFields)) {
    const name = key.trim().toLowerCase();
    if (!/^[!-9;-~]+$/.test(name)) continue;
    headers[name] ??= [];
    const isOfMailboxes = addressField.test(name);
    const given = isOfMailboxes ? wholeMailboxes(unfoldWhole(line), maxValueLength) : unfoldValue(line);
    const value = decodeRaw(given, bodyCharset);
    headers[name].push((isOfMailboxes ? value : decodeWords(value)).replaceAll("\0", ""));
  }
  return { ...headers };
}

/** The value of a raw header line, on one line, still one character a byte. */
export function unfoldValue(line: string): string {
  return unfoldWhole(line.slice(0, maxValueLength));
}

/** The same of a line of any length. */
export function unfoldWhole(line: string): string {
  return line
    .slice(line.indexOf(":") + 1)
    .replace(/\r?\n(?=[ \t])/g, "")
    .trim();
}

/** The message ids in a header value, each with its angle brackets, without repetition, 100 at most. */
export function readMessageIds(values: readonly string[] | undefined): string[] {
  const ids = new Set<string>();
  for (const value of values ?? []) {
    // Programs fold long ids in the middle.
    const bracketed = value
      .match(/<[^<>]{1,1100}>/g)
      ?.map((id) => id.replace(/\s+/g, ""))
      .filter((id) => id !== "<>");
    for (const id of bracketed ?? value.split(/[\s,;]+/).filter((word) => /^[^<>\s]+@[^<>\s]+$/.test(word))) {
      ids.add(id.startsWith("<") ? id : `<${id}>`);
    }
  }
  const all = [...ids];
  // A very long list keeps the start of the conversation and its newest messages.
  return all.length <= 100 ? all : [...all.slice(0, 20), ...all.slice(-80)];
}

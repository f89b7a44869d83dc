import { decodeCharset, decodeWords } from "./decode-charset.ts";
import type { MailHeaders } from "./parsed-mail.ts";

const maxValueLength = 32_768;
const maxFields = 1_000;

// Fields that hold mailboxes. Words in them belong to the names, and are decoded when those are known: `readAddresses`.
const addressField =
  /^(?:(?:[\w-]+-)?(?:from|sender|to|cc|bcc)|(?:[\w-]+-)?reply-to|(?:x-)?return-path|[\w-]+-(?:recipients?|author|mailfrom))$/;

/** One header field as it was sent, folded, one character a byte, and its name. */
export type HeaderLine = { key: string; line: string };

/** Reads raw header lines into fields: unfolded, and decoded where they are no mailboxes. */
export function readHeaders(lines: readonly HeaderLine[]): MailHeaders {
  const headers: MailHeaders = Object.create(null) as MailHeaders;
  for (const { key, line } of lines.slice(0, maxFields)) {
    const name = key.trim().toLowerCase();
    if (!/^[!-9;-~]+$/.test(name)) continue;
    headers[name] ??= [];
    const value = readValue(line);
    headers[name].push(addressField.test(name) ? value : decodeWords(value).replaceAll("\0", ""));
  }
  return { ...headers };
}

function readValue(line: string): string {
  const raw = line
    .slice(line.indexOf(":") + 1, maxValueLength)
    .replace(/\r?\n(?=[ \t])/g, "")
    .trim();
  const value = /[^\t\u0020-\u007E]/.test(raw) ? decodeCharset(Buffer.from(raw, "latin1"), null) : raw;
  return value.replaceAll("\0", "");
}

/** The message ids in a header value, each with its angle brackets, without repetition, 100 at most. */
export function readMessageIds(values: readonly string[] | undefined): string[] {
  const ids = new Set<string>();
  for (const value of values ?? []) {
    const bracketed = value.match(/<[^<>\s]{1,998}>/g);
    for (const id of bracketed ?? value.split(/[\s,;]+/).filter((word) => /^[^<>\s]+@[^<>\s]+$/.test(word))) {
      ids.add(id.startsWith("<") ? id : `<${id}>`);
    }
  }
  const all = [...ids];
  // A very long list keeps the start of the conversation and its newest messages.
  return all.length <= 100 ? all : [...all.slice(0, 20), ...all.slice(-80)];
}

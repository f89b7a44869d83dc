import { isTypedAddress, normalAddress } from "@deskhand/contract/addresses/address";
import { limits } from "@deskhand/contract/limits";
import type { Mailbox } from "@deskhand/contract/recipients";

/** The parsed recipients, and the text that did not parse. */
interface TypedMailboxes {
  found: Mailbox[];
  rest: string[];
}

/**
 * Parses addresses as people type and paste them: `Ana <a@x.example>, "Doe, John" <j@x.example>; b@y.example`, one a
 * line.
 */
export function readMailboxes(text: string): TypedMailboxes {
  const typed: TypedMailboxes = { found: [], rest: [] };
  for (const part of partsOf(text)) {
    const found = readMailbox(part);
    if (found === null) typed.rest.push(part);
    else typed.found.push(found);
  }
  return typed;
}

/** Splits at separators between people, but not within a name: "Doe, John <j@x.example>" is one. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let open = "";
  for (const [, piece = "", end = ""] of text.matchAll(/((?:"[^"]*"|<[^<>]*>|[^,;\n])*)([,;\n]|$)/g)) {
    open = open === "" ? piece.trim() : `${open}, ${piece.trim()}`;
    // A name alone continues after its comma.
    if (end === "," && !open.includes("@")) continue;
    parts.push(...withoutBlanks(open));
    open = "";
  }
  return [...parts, open].filter((part) => part !== "");
}

/** Bare addresses may be separated by spaces only. */
function withoutBlanks(part: string): string[] {
  const words = part.split(/\s+/);
  return words.every(isTypedAddress) ? words : [part];
}

function readMailbox(part: string): Mailbox | null {
  const [, named = "", inside] = /^(.*?)<([^<>]*)>$/.exec(part) ?? [];
  const typed = (inside ?? part).trim().replace(/^mailto:/i, "");
  const email = normalAddress(typed.toLowerCase());
  if (email === null || !isTypedAddress(email)) return null;
  const written = normalAddress(typed) ?? email;
  const name = named
    .trim()
    .replace(/^["'](.*)["']$/, "$1")
    .trim()
    .slice(0, limits.customerNameLength);
  const mailbox = { email, name: name === "" || name.toLowerCase() === email ? null : name };
  return written === email ? mailbox : { ...mailbox, written };
}

/**
 * Returns the recipient field in the same form as `beside` that holds unparsed text, whose owner would not get the
 * mail. The field reports it on focus.
 */
export function unreadRecipient(beside: Element | null): HTMLInputElement | undefined {
  const around = beside?.closest("[data-composer], form");
  const fields = around?.querySelectorAll<HTMLInputElement>("[data-recipients] input") ?? [];
  return [...fields].find(({ value }) => value.trim() !== "");
}

/** The message for text that is no address. */
export const noAddress = (text: string): string => `“${text.trim()}” is no e-mail address`;

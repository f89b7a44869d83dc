import { isTypedAddress, normalAddress } from "@deskhand/contract/addresses/address";
import { limits } from "@deskhand/contract/limits";
import type { Mailbox } from "@deskhand/contract/recipients";

/** What was typed or pasted as recipients: who was understood, and what was not. */
interface TypedMailboxes {
  found: Mailbox[];
  rest: string[];
}

/** Reads addresses as people type and paste them: `Ana <a@x.example>, "Doe, John" <j@x.example>; b@y.example`, one a line. */
export function readMailboxes(text: string): TypedMailboxes {
  const typed: TypedMailboxes = { found: [], rest: [] };
  for (const part of partsOf(text)) {
    const found = readMailbox(part);
    if (found === null) typed.rest.push(part);
    else typed.found.push(found);
  }
  return typed;
}

/** Cuts at what stands between people, and not within a name: "Doe, John <j@x.example>" is one. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let open = "";
  for (const [, piece = "", end = ""] of text.matchAll(/((?:"[^"]*"|<[^<>]*>|[^,;\n])*)([,;\n]|$)/g)) {
    open = open === "" ? piece.trim() : `${open}, ${piece.trim()}`;
    // A name alone goes on behind its comma.
    if (end === "," && !open.includes("@")) continue;
    parts.push(...withoutBlanks(open));
    open = "";
  }
  return [...parts, open].filter((part) => part !== "");
}

/** Addresses alone may have nothing but blanks between them. */
function withoutBlanks(part: string): string[] {
  const words = part.split(/\s+/);
  return words.every(isTypedAddress) ? words : [part];
}

function readMailbox(part: string): Mailbox | null {
  const [, named = "", inside] = /^(.*?)<([^<>]*)>$/.exec(part) ?? [];
  const typed = (inside ?? part)
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
  const email = normalAddress(typed);
  if (email === null || !isTypedAddress(email)) return null;
  const name = named
    .trim()
    .replace(/^["'](.*)["']$/, "$1")
    .trim()
    .slice(0, limits.customerNameLength);
  return { email, name: name === "" || name.toLowerCase() === email ? null : name };
}

/**
 * The field of recipients, of those that stand in the same form or composer as `beside`, whose text is nobody yet: whoever is meant by
 * it would not get the mail. It says so as soon as it has the focus.
 */
export function unreadRecipient(beside: Element | null): HTMLInputElement | undefined {
  const around = beside?.closest("[data-composer], form");
  const fields = around?.querySelectorAll<HTMLInputElement>("[data-recipients] input") ?? [];
  return [...fields].find(({ value }) => value.trim() !== "");
}

/** What is said of a text that is nobody's address. */
export const noAddress = (text: string): string => `“${text.trim()}” is no e-mail address`;

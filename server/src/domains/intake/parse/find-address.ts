import { readEmail } from "./read-addresses.ts";

/** An apostrophe may stand in a local part, not at its start, where people put quotation marks. */
const shown = /(?:"(?:[^"\\\r\n]|\\[^\r\n]){1,64}"|[^\s<>()[\]"',;:*][^\s<>()[\]",;:*]{0,63})@[\w.-]{1,190}\w/;

/** An address in words that somebody wrote: as it stands there, where it begins, and as it is kept. */
type FoundAddress = { written: string; index: number; email: string };

/** The first address in a text; null where what looks like one is none. */
export function findAddress(text: string): FoundAddress | null {
  const found = shown.exec(text);
  const email = found && readEmail(found[0]);
  return found && email ? { written: found[0], index: found.index, email } : null;
}

/** The domains of all that looks like an address in a text, in lower case. */
export function domainsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(shown, "g"))].map(([one]) => one.slice(one.lastIndexOf("@") + 1).toLowerCase());
}

import { readEmail } from "./read-addresses.ts";

/**
 * An apostrophe may stand in a local part, not at its start, where people put quotation marks. Nothing is taken that goes on before or
 * behind it: half an address is somebody else's.
 */
const shown =
  /(?<![^\s<>()[\]"',;:*])(?:"(?:[^"\\\r\n]|\\[^\r\n]){1,64}"|[^\s<>()[\]"',;:*][^\s<>()[\]",;:*]{0,63})@[\p{L}\p{M}\p{N}_.-]{1,255}(?!\.?[\p{L}\p{M}\p{N}_-])/u;
/** Words right behind a domain, of scripts that put no blank there. */
const wordsBehind =
  /(?<=[a-z\d])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][^.]*$/iu;

/** An address in words that somebody wrote: as it stands there, where it begins, and as it is kept. */
type FoundAddress = { written: string; index: number; email: string };

/** The first address in a text; null where what looks like one is none. */
export function findAddress(text: string): FoundAddress | null {
  const found = shown.exec(text);
  const written = found && withoutEnd(found[0]);
  const email = written && readEmail(written);
  return found && written && email ? { written, index: found.index, email } : null;
}

/** The domains of all that looks like an address in a text, in lower case. */
export function domainsIn(text: string): string[] {
  const all = [...text.matchAll(new RegExp(shown, "gu"))].map(([one]) => withoutEnd(one));
  return all.map((one) => one.slice(one.lastIndexOf("@") + 1).toLowerCase());
}

function withoutEnd(written: string): string {
  return written.replace(wordsBehind, "").replace(/[.-]+$/, "");
}

/** The beginning of a text, up to a blank or the end of a line: an address that is cut there would be another one. */
export function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most + 1;
  while (end > 0 && /\S/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

import {
  isArrowed,
  isForwardMarker,
  isMailTitle,
  isOriginalMarker,
  readHeaderLine,
} from "@deskhand/email/quote-markers";

/** A head names who wrote and when within so many lines. */
const headLines = 4;

/** Whether a text holds, as far as its marks tell, words of another mail than its own: quoted, forwarded or enclosed ones. */
export function holdsOlderWords(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((line, at) => /^[ \t]*>/.test(line) || isTitle(line) || isHead(lines.slice(at, at + headLines)));
}

function isTitle(line: string): boolean {
  return isForwardMarker(line) || isOriginalMarker(line) || isMailTitle(line) || isArrowed(line);
}

// A form's "From" and "Subject" are of what stands below them: only a mail says when it was written.
function isHead([first = "", ...others]: string[]): boolean {
  if (readHeaderLine(first)?.kind !== "from") return false;
  return others.some((line) => ["date", "sent"].includes(readHeaderLine(line)?.kind ?? ""));
}

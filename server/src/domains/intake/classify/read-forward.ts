import type { MailAddress, ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { isForwardMarker, isForwardSubject, isOriginalMarker, readHeaderLine } from "../text/quote-markers.ts";

/** Who wrote the message that this one forwards: from its header block in the text, or from the enclosed message; else null. */
export function readForward(mail: ParsedMail<unknown>): MailAddress | null {
  const lines = mail.text.slice(0, 50_000).split("\n");
  const isForward = isForwardSubject(mail.subject);
  const marker = lines.findIndex((line) => isForwardMarker(line) || (isForward && isOriginalMarker(line)));
  if (marker !== -1) return readBlock(lines, marker + 1);
  if (!isForward) return null;
  const block = lines.findIndex((line, index) => isBlockStart(lines, line, index));
  return block === -1 ? readEnclosed(mail) : readBlock(lines, block);
}

// Outlook marks a forward by its subject only: its block is a From line with two more header lines close by.
function isBlockStart(lines: string[], line: string, index: number): boolean {
  if (readHeaderLine(line)?.kind !== "from") return false;
  const kinds = new Set(lines.slice(index + 1, index + 8).map((next) => readHeaderLine(next)?.kind));
  return kinds.has("subject") && (kinds.has("sent") || kinds.has("date") || kinds.has("to"));
}

function readBlock(lines: string[], start: number): MailAddress | null {
  for (let index = start; index < Math.min(start + 12, lines.length); index++) {
    const header = readHeaderLine(lines[index] ?? "");
    if (header?.kind !== "from") continue;
    // An address may stand on the next line, when the program wrapped it.
    return parseShown(header.value) ?? parseShown(`${header.value} ${lines[index + 1] ?? ""}`);
  }
  return null;
}

function parseShown(value: string): MailAddress | null {
  const email = /[^\s<>()[\]"',;:*]{1,64}@[\w.-]{1,190}\w/.exec(value.slice(0, 1_000));
  if (!email) return null;
  const name = value
    .slice(0, email.index)
    .replace(/mailto:/gi, "")
    .replace(/[<([*]+\s*$/g, "");
  return readAddresses([`${JSON.stringify(name.replace(/["\\]/g, "").trim())} <${email[0]}>`])[0] ?? null;
}

function readEnclosed(mail: ParsedMail<unknown>): MailAddress | null {
  const enclosed = mail.reports.find((report) => report.contentType === "message/rfc822");
  const from = enclosed && /^from:[ \t]*(.+(?:\r?\n[ \t].+){0,3})/im.exec(enclosed.text)?.[1];
  return from ? (readAddresses([from.replace(/\s+/g, " ")])[0] ?? null) : null;
}

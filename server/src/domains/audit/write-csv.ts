import type { AuditEntry } from "@deskhand/contract/admin/audit";
import { actionWords, actorWords, detailWords } from "@deskhand/contract/admin/audit-actions";

/** Without it Excel takes the file for one of its own old character set. */
const byteOrderMark = "\ufeff";

/** Signs with which spreadsheets begin a formula, the wide ones of East Asian keyboards too. */
const formulaSigns = new Set([..."=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20"]);

// A sign that stands behind blanks, marks that are not seen or quotes begins a formula just so in some program.
const ignored = /^[\s\p{Cf}\p{Cc}'"]*/u;

/** The first line, with what each column is. */
export const csvHead = `${byteOrderMark}${line(["Time (UTC)", "Person", "Action", "To", "Details", "IP address", "Device"])}`;

/** An entry as a line of CSV (RFC 4180). */
export function csvLine(entry: AuditEntry): string {
  return line([
    entry.createdAt,
    actorWords(entry),
    actionWords(entry.action),
    entry.subject ?? "",
    [detailWords(entry.details), ...(entry.times > 1 ? [`${entry.times} times since ${entry.since}`] : [])]
      .filter(Boolean)
      .join(", "),
    entry.ip ?? "",
    entry.device ?? "",
  ]);
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** A cell in quotes, which no program takes for a formula: an apostrophe before makes it a text. */
function cell(text: string): string {
  const first = text.replace(ignored, "").charAt(0);
  const isFormula = formulaSigns.has(text.charAt(0)) || formulaSigns.has(first);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

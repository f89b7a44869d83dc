/** Without it Excel reads the file in an old character set. */
export const byteOrderMark = "\ufeff";

/** Characters with which spreadsheets begin a formula, including the wide ones of East Asian keyboards. */
const formulaSigns = new Set([..."=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20"]);

// Some programs also take a formula behind blanks, invisible characters or quotes.
const ignored = /^[\s\p{Cf}\p{Cc}'"]*/u;

/** Formats a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Quotes a cell; an apostrophe in front keeps programs from reading it as a formula. */
function cell(text: string): string {
  const first = text.replace(ignored, "").charAt(0);
  const isFormula = formulaSigns.has(text.charAt(0)) || formulaSigns.has(first);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

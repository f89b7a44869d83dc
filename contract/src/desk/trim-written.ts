/**
 * Trims a text that a person wrote: blank lines before it, blanks after it. The first of several lines keeps its indent, to stay
 * aligned with the others; a single line does not.
 */
export function trimWritten(text: string): string {
  const written = text.trimEnd().replace(/^(?:[^\S\r\n]*(?:\r\n?|\n))+/, "");
  return /[\r\n]/.test(written) ? written : written.trim();
}

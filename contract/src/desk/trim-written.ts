/**
 * A text that somebody wrote, without blank lines before it and blanks behind it. Of several lines the first keeps its indent,
 * by which they stand below each other; one alone has none.
 */
export function trimWritten(text: string): string {
  const written = text.trimEnd().replace(/^(?:[^\S\r\n]*(?:\r\n?|\n))+/, "");
  return /[\r\n]/.test(written) ? written : written.trim();
}

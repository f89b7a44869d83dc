/** A case: a text, and its acceptable results; a sound text stays as it is. */
export type PolishCase = { written: string; right: readonly string[] };

/**
 * Parses cases, one a line. `[wrong|right|also right]` marks a planted mistake, `written=>right` gives whole texts, a
 * line without either is sound; `¶` is a line break.
 */
export function linesOf(list: string): PolishCase[] {
  return list
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => caseOf(line.replaceAll("¶", "\n")));
}

const mark = /\[([^[\]]*\|[^[\]]*)\]/g;

function caseOf(line: string): PolishCase {
  const [marked = "", ...whole] = line.split("=>");
  const choices = Math.max(1, ...[...marked.matchAll(mark)].map(([, inner = ""]) => inner.split("|").length));
  const variants = Array.from({ length: choices }, (_, index) =>
    marked.replace(mark, (_match, inner: string) => inner.split("|")[index] ?? inner.split("|").at(-1) ?? ""),
  );
  const [written = "", ...right] = variants;
  if (whole.length > 0) return { written, right: whole };
  return { written, right: right.length > 0 ? right : [written] };
}

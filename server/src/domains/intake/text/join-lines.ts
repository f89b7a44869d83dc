/** Joins lines without empty ones around them, and with at most one between two. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
}

/** What a mail holds beyond the part that the thread shows; the whole when the shown part does not begin it. */
export function earlierText(whole: string, shown: string): string {
  const rest = whole.startsWith(shown) ? whole.slice(shown.length).replace(/^\s*\n/, "") : whole;
  return rest.trim() === "" ? whole : rest;
}

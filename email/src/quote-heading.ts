const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The line above a quoted message, in the form by which mail programs know a quote. */
export function quoteHeading(authorName: string, date: Date): string {
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  return `On ${dateFormat.format(date).replaceAll("\u202f", " ")} UTC, ${authorName} wrote:`;
}

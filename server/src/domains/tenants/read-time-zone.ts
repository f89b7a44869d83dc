const longest = 64;

/** The time zone a browser names itself in, by its IANA name; UTC for what is none. The database has the last word on it. */
export function readTimeZone(given: unknown): string {
  if (typeof given !== "string" || given.length > longest) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // A RangeError: there is no such zone.
    return "UTC";
  }
}

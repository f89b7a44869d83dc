/**
 * Returns the first day that a typed date means, such as `2026-05-01`, for a year, a month or a day with "-", "/" or "." between
 * them. Null if it means none.
 */
export function dayMeant(typed: string): string | null {
  const [, year, month = "1", day = "1"] = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?[-/.]?$/.exec(typed) ?? [];
  if (year === undefined || year === "0000") return null;
  // A month that is still being typed may be 0.
  const date = new Date(Date.UTC(Number(year), Math.max(Number(month), 1) - 1, Math.max(Number(day), 1)));
  date.setUTCFullYear(Number(year));
  const isThere =
    date.getUTCMonth() + 1 === Math.max(Number(month), 1) && date.getUTCDate() === Math.max(Number(day), 1);
  return isThere ? date.toISOString().slice(0, 10) : null;
}

/** When a day, as "2026-11-22", begins in the reader's time zone, so many days later; undefined for what is no day. */
export function momentOfDay(day: string | undefined, daysLater = 0): string | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === "") return undefined;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  // A year that is being typed begins with naughts.
  return Number(year) < 1970 || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The first moment of the day that `now` belongs to in a time zone, found by looking at the calendar rather than by its rules. */
export function startOfDay(now: Date, timeZone: string): Date {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const minute = 60_000;
  const today = calendar.format(now);
  let first = Math.floor(now.getTime() / minute) * minute;
  while (calendar.format(first - minute) === today) first -= minute;
  return new Date(first);
}

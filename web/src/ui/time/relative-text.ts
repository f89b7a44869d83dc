export type SmallestUnit = "hour" | "minute";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago `then` was, by the largest unit above zero (docs/product.md#words-and-figures): ticket lists count hours
 * ("2d ago", "3h ago", "Just now"), notifications minutes as well ("5m ago"). Times in milliseconds; the future is now.
 */
export function relativeText(then: number, now: number, smallest: SmallestUnit): string {
  const gone = now - then;
  if (gone >= DAY) return `${Math.floor(gone / DAY)}d ago`;
  if (gone >= HOUR) return `${Math.floor(gone / HOUR)}h ago`;
  if (smallest === "minute" && gone >= MINUTE) return `${Math.floor(gone / MINUTE)}m ago`;
  return "Just now";
}

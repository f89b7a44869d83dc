/** The spans of which sums are kept, the longest first. Weeks begin on Monday. */
const spans = ["quarter", "month", "week", "day"] as const;
type Span = (typeof spans)[number];

/** Whole spans from a day to before another one. */
export type Stretch = { span: Span; first: string; end: string };

/** Before all that was ever counted. */
export const longAgo = "0001-01-01";

/** Covers the days from one to before another with as few spans as there are, in their order. */
export function coverDays(from: string, end: string, among: readonly Span[] = spans): Stretch[] {
  const [span, ...shorter] = among;
  if (span === undefined || from >= end) return [];
  const [first, last] = [startFrom(span, from), startOf(span, end)];
  if (first >= last) return coverDays(from, end, shorter);
  return [...coverDays(from, first, shorter), { span, first, end: last }, ...coverDays(last, end, shorter)];
}

/** Covers neighbouring ranges of days; none of the spans reaches from one into another. */
export function coverEach(ranges: readonly { from: string; end: string }[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const stretch of ranges.flatMap(({ from, end }) => coverDays(from, end))) {
    const before = stretches.at(-1);
    if (before?.span === stretch.span && before.end === stretch.first) before.end = stretch.end;
    else stretches.push(stretch);
  }
  return stretches;
}

/** The first day of the span that has a day. */
function startOf(span: Span, day: string): string {
  const date = new Date(day);
  if (span === "week") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (span === "month" || span === "quarter") date.setUTCDate(1);
  if (span === "quarter") date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3));
  return dayOf(date);
}

/** The first day, from a day on, with which a span begins. */
function startFrom(span: Span, day: string): string {
  const start = startOf(span, day);
  if (start === day) return day;
  const date = new Date(start);
  if (span === "week") date.setUTCDate(date.getUTCDate() + 7);
  else date.setUTCMonth(date.getUTCMonth() + (span === "quarter" ? 3 : 1));
  return dayOf(date);
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

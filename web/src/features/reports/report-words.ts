import type { FigureName } from "@deskhand/contract/reports/figures";
import { figures } from "@deskhand/contract/reports/figures";
import type { FigureValue, ReportStep } from "@deskhand/contract/reports/reports";
import { isTimeFirst } from "./report-pages.ts";

const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact" });
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero", maximumFractionDigits: 0 });

/** "1,204". */
export const writeCount = (count: number) => whole.format(count);
/** "1.2K", for an axis. */
export const writeShort = (count: number) => short.format(count);

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** "2d 4h", "3h 20m" or "45s" from seconds; the two largest units that are not zero. */
export function writeDuration(seconds: number): string {
  // What is smaller than half of the second unit would round to a full larger one.
  const rounded = seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
  const at = units.findIndex(([, size]) => rounded >= size);
  const [first, second] = units.slice(at === -1 ? units.length - 1 : at);
  if (first === undefined) return "0s";
  const count = Math.floor(rounded / first[1]);
  const rest = second === undefined ? 0 : Math.floor((rounded % first[1]) / second[1]);
  return rest === 0 || second === undefined ? `${count}${first[0]}` : `${count}${first[0]} ${rest}${second[0]}`;
}

/** How a value changed against the one compared with: "+12%", and whether that is good news; null where nothing can be said. */
export function changeOf(figure: FigureName, now: FigureValue, before: FigureValue | undefined | null) {
  const [value, earlier] = isTimeFirst(figure) ? [now.median, before?.median] : [now.count, before?.count];
  if (value === null || earlier === null || earlier === undefined || earlier === 0) return null;
  const text = signed.format(((value - earlier) / earlier) * 100);
  if (text === "0") return { text: "No change", isGood: null };
  const { better } = figures[figure];
  const isGood = better === undefined ? null : value > earlier === (better === "more");
  return { text: `${text}%`, isGood };
}

const shapes: Record<ReportStep, Intl.DateTimeFormatOptions> = {
  hour: { hour: "numeric" },
  day: { month: "short", day: "numeric" },
  week: { month: "short", day: "numeric" },
  month: { month: "short", year: "2-digit" },
};
const fullShapes: Record<ReportStep, Intl.DateTimeFormatOptions> = {
  hour: { weekday: "short", month: "short", day: "numeric", hour: "numeric" },
  day: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  week: { month: "long", day: "numeric", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

/** The label of a step on an axis, and its full name, on the store's clocks. */
export function stepWords(step: ReportStep, from: string, timeZone: string): { label: string; name: string } {
  const write = (shape: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...shape, timeZone }).format(Date.parse(from));
  const name = write(fullShapes[step]);
  return { label: write(shapes[step]), name: step === "week" ? `Week of ${name}` : name };
}

/** "Mar 1 – Mar 28, 2026" from two instants, of which the second is no longer part of it. */
export function rangeWords({ from, to }: { from: string; to: string }, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone });
  return format.formatRange(Date.parse(from), Date.parse(to) - 1);
}

export const weekDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

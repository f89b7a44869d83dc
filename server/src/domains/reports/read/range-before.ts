import type { ReportAsked } from "@deskhand/contract/reports/reports";
import { addDays, countDays } from "./read-steps.ts";

/** Days, both included. */
type Range = { from: string; to: string };

/** The days that a range is compared with. A leap day is compared with the last day of February. */
export function rangeBefore({ from, to, compare }: Pick<ReportAsked, "from" | "to" | "compare">): Range | null {
  if (compare === "none") return null;
  if (compare === "year") return { from: yearBefore(from), to: yearBefore(to) };
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
}

function yearBefore(day: string): string {
  const [year = "", month, date] = day.split("-");
  return `${String(Number(year) - 1).padStart(4, "0")}-${month}-${month === "02" && date === "29" ? "28" : date}`;
}

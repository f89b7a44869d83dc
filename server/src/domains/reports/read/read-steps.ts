import type { ReportStep } from "@deskhand/contract/reports/reports";
import type { Read } from "../../../platform/db/tenant.ts";
import { hoursQuery, instantsQuery } from "./report.queries.ts";

/** A step of a report: the day of the store's clocks on which it begins, and the instants from which to which it lasts. */
export type Step = { day: string; from: string; to: string };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A day so many days later, both as YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days it is from one to another, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/**
 * Divides the days of a range into steps. The first and the last one are cut to the range; weeks begin on Monday. A day may have 23 or 25
 * hours; where the clocks are put back, the hour that they show twice is one step of two hours. The database says when days begin, as it
 * also says on which day something counts.
 */
export async function readSteps(
  read: Read,
  range: { from: string; to: string },
  step: ReportStep,
  timeZone: string,
): Promise<Step[]> {
  const end = addDays(range.to, 1);
  const days = daysBetween(range.from, end, step === "hour" ? "day" : step);
  const instants = await read(instantsQuery({ days: [...days, end], timeZone }));
  const at = (index: number) => instants[index]?.at ?? "";
  const steps = days.map((day, index) => ({ day, from: at(index), to: at(index + 1) }));
  return step === "hour" ? readHours(read, steps, timeZone) : steps;
}

/** The hours of some days. The database is asked only for those days on which the clocks are changed. */
async function readHours(read: Read, days: readonly Step[], timeZone: string): Promise<Step[]> {
  const hours: Step[] = [];
  for (const { day, from, to } of days) {
    const begins = Date.parse(from);
    if (Date.parse(to) - begins === DAY_MS) {
      const instants = Array.from({ length: 25 }, (_, hour) => new Date(begins + hour * HOUR_MS).toISOString());
      hours.push(...instants.slice(1).map((end, index) => ({ day, from: instants[index] ?? from, to: end })));
    } else {
      const shown = await read(hoursQuery({ from: day, to: addDays(day, 1), timeZone }));
      hours.push(...shown.map(({ begins: since, ends }) => ({ day, from: since, to: ends })));
    }
  }
  return hours;
}

/** The first day of each step. */
function daysBetween(from: string, end: string, step: Exclude<ReportStep, "hour">): string[] {
  const days: string[] = [];
  for (let day = from; day < end; day = nextStep(day, step)) days.push(day);
  return days;
}

function nextStep(day: string, step: Exclude<ReportStep, "hour">): string {
  if (step === "day") return addDays(day, 1);
  if (step === "week") return addDays(day, 7 - ((new Date(day).getUTCDay() + 6) % 7));
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

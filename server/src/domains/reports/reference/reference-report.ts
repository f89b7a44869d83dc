import {
  type FigureDimension,
  type FigureName,
  figures,
  readTrait,
  type Trait,
} from "@deskhand/contract/reports/figures";
import type { FigureValue, Report } from "@deskhand/contract/reports/reports";
import type { Occurrence } from "./occurrences.queries.ts";

/** The raw material of the reference: everything that happened, and by what it can be divided. */
export type Raw = {
  occurrences: readonly Occurrence[];
  traits: ReadonlyMap<string, readonly string[]>;
  timeZone: string;
};

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether an occurrence fits what a report is narrowed to: one value of each dimension that is named. */
function fits(raw: Raw, one: Occurrence, where: readonly Trait[]): boolean {
  const wanted = Map.groupBy(where, (trait) => readTrait(trait)?.dimension);
  return [...wanted].every(([dimension, any]) => {
    if (dimension === "hour" && figures[one.figure].isLevel) return true;
    const values = dimension === undefined ? [] : valuesOf(raw, one, dimension);
    return any.some((trait) => values.includes(readTrait(trait)?.value ?? ""));
  });
}

/** The values that an occurrence has of a dimension. */
function valuesOf(
  { traits, timeZone }: Raw,
  { ticketId, person, at }: Occurrence,
  dimension: FigureDimension,
): string[] {
  if (dimension === "person") return [person];
  if (dimension === "hour") {
    const format = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
    const parts = Object.fromEntries(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
    return [`${weekdays.indexOf(parts.weekday ?? "") + 1}-${parts.hour}`];
  }
  const of = traits.get(ticketId) ?? [];
  return of.filter((trait) => trait.startsWith(`${dimension}:`)).map((trait) => trait.slice(dimension.length + 1));
}

/** Counts occurrences between two instants, or what there is of a level at the second of them. */
function within(occurrences: readonly Occurrence[], figure: FigureName, { from, to }: { from: string; to: string }) {
  const isLevel = figures[figure].isLevel === true;
  return occurrences.filter((one) => {
    if (one.figure !== figure) return false;
    if (isLevel) return one.at < to && (one.until === null || one.until >= to);
    return one.at >= from && one.at < to;
  });
}

/** Says what of a report is not as the raw rows have it; nothing where all of it is. */
export function compareReport(raw: Raw, report: Report, where: readonly Trait[]): string[] {
  const fitting = raw.occurrences.filter((one) => fits(raw, one, where));
  const faults: string[] = [];
  const expect = (what: string, figure: FigureName, value: FigureValue | undefined, found: readonly Occurrence[]) => {
    const wrong = value === undefined ? "is missing" : differs(figure, value, found);
    if (wrong !== null) faults.push(`${figures[figure].label}, ${what}: ${wrong}`);
  };
  for (const [index, { figure, whole, series }] of report.figures.entries()) {
    expect("in all", figure, whole, within(fitting, figure, report.range));
    for (const [place, step] of report.steps.entries()) {
      expect(`from ${step.from}`, figure, series[place], within(fitting, figure, step));
    }
    if (!report.table) continue;
    const { by, rows } = report.table;
    const byValue = new Map<string, Occurrence[]>();
    for (const one of within(fitting, figure, report.range)) {
      for (const value of valuesOf(raw, one, by)) byValue.set(value, [...(byValue.get(value) ?? []), one]);
    }
    for (const { value, values } of rows) expect(`${by} "${value}"`, figure, values[index], byValue.get(value) ?? []);
    const known = new Set(rows.map(({ value }) => value));
    const missing = [...byValue.keys()].filter((value) => !known.has(value));
    if (missing.length !== 0 && report.table.left === 0)
      faults.push(`${figures[figure].label}: no row of ${missing.join(", ")}`);
  }
  return faults;
}

/** What is wrong with a value; null for nothing. A median of buckets may be 5 percent off, or two and a half seconds. */
function differs(figure: FigureName, value: FigureValue, found: readonly Occurrence[]): string | null {
  if (value.count !== found.length) return `${value.count} instead of ${found.length}`;
  if (figures[figure].takes === undefined || found.length === 0) return null;
  const times = found.map(({ since, at }) => secondsBetween(since ?? at, at)).sort((one, other) => one - other);
  const average = times.reduce((all, time) => all + time, 0) / times.length;
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0;
  const isNear = (said: number | null, exact: number) => said !== null && Math.abs(said - exact) <= 3 + exact * 0.05;
  if (!isNear(value.median, at(0.5))) return `a median of ${value.median} s instead of ${at(0.5)} s`;
  if (!isNear(value.ninetieth, at(0.9))) return `nine of ten within ${value.ninetieth} s instead of ${at(0.9)} s`;
  return value.average !== null && Math.abs(value.average - average) <= 1
    ? null
    : `an average of ${value.average} s instead of ${average} s`;
}

export const secondsBetween = (since: string, at: string) =>
  Math.round(Math.max(0, Date.parse(at) - Date.parse(since)) / 1_000);

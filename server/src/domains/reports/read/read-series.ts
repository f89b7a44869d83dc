import {
  type FigureName,
  figureDimensions,
  figures,
  readTrait,
  type Trait,
  traitOf,
} from "@deskhand/contract/reports/figures";
import type { ReportAsked, ReportStep } from "@deskhand/contract/reports/reports";
import type { Read } from "../../../platform/db/tenant.ts";
import { narrowedBy } from "../../tickets/index.ts";
import { coverDays, coverEach, longAgo } from "./day-spans.ts";
import type { Step } from "./read-steps.ts";
import {
  hoursOfWeekQuery,
  levelsOfFactsQuery,
  type StepCounts,
  type StepSum,
  seriesOfFactsQuery,
  seriesOfHoursQuery,
  seriesOfSpansQuery,
  tableOfFactsQuery,
  tableOfSpansQuery,
  timesOfSpansQuery,
  type ValueSum,
} from "./report.queries.ts";

/** A part of a report to be read: figures that are all levels, or none; over some steps, which end before a day. */
export type Part = {
  figures: readonly FigureName[];
  isLevel: boolean;
  steps: readonly Step[];
  endDay: string;
  asked: Pick<ReportAsked, "where" | "hours" | "by">;
  step: ReportStep;
  timeZone: string;
};

/**
 * Reads how much of the figures fell into each step: from the sums where those have it, else from the facts. Both give the same, as the sums
 * are made of the facts.
 */
export async function readSeries(read: Read, part: Part): Promise<StepSum[]> {
  const { figures: names, isLevel, steps, endDay, asked, step } = part;
  const [from, to] = rangeOf(part);
  const starts = steps.map((one) => one.from);
  if (step !== "hour") {
    const traits = traitsSummed(asked.where);
    const days = steps.map(({ day }) => day);
    const ranges = days.map((day, index) => ({ from: day, end: days[index + 1] ?? endDay }));
    if (isLevel) ranges.unshift({ from: longAgo, end: days[0] ?? endDay });
    if (traits) {
      const stretches = coverEach(ranges);
      return plainKinds(await read(seriesOfSpansQuery({ kinds: kindsSummed(part), traits, days, stretches })));
    }
  } else if (asked.where.length === 0 && !names.some(hasTimes)) {
    const kinds = kindsSummed(part);
    const hours = await read(seriesOfHoursQuery({ kinds, steps: starts, from: isLevel ? longAgo : from, to }));
    return plainKinds(hours.flatMap(stepsIn));
  }
  const narrowed = JSON.stringify(narrowedBy(asked.where, null, isLevel));
  if (isLevel) return read(levelsOfFactsQuery({ kinds: names, steps: starts, to, narrowed }));
  return read(
    seriesOfFactsQuery({ kinds: names, steps: starts, from, to, narrowed, worked: asked.hours === "working" }),
  );
}

/** Reads how much of the figures fell to each value of the dimension that is asked for, over all steps. */
export async function readTable(read: Read, part: Part, by: NonNullable<ReportAsked["by"]>): Promise<ValueSum[]> {
  const { figures: names, isLevel, steps, endDay, asked, timeZone } = part;
  const [from, to] = rangeOf(part);
  if (asked.where.length === 0) {
    const kinds = kindsSummed(part);
    const stretches = coverDays(isLevel ? longAgo : (steps[0]?.day ?? endDay), endDay);
    if (by !== "hour") return plainKinds(await read(tableOfSpansQuery({ kinds, by, stretches })));
    if (!names.some(hasTimes)) return read(hoursOfWeekQuery({ kinds, from, to, timeZone }));
  }
  const narrowed = JSON.stringify(narrowedBy(asked.where, null, isLevel));
  const how = { narrowed, worked: asked.hours === "working", by, timeZone, isLevel };
  return read(tableOfFactsQuery({ kinds: names, from: isLevel ? longAgo : from, to, ...how }));
}

/**
 * Reads how the times of some values are spread, which `readTable` leaves out where it reads sums: only rows that are shown need it, and it is
 * much. Both added up are the whole.
 */
export async function readTimes(
  read: Read,
  part: Part,
  by: NonNullable<ReportAsked["by"]>,
  values: readonly string[],
): Promise<ValueSum[]> {
  const { figures: names, isLevel, steps, endDay, asked } = part;
  const timed = names.filter(hasTimes);
  if (isLevel || timed.length === 0 || values.length === 0 || by === "hour" || asked.where.length > 0) return [];
  const stretches = coverDays(steps[0]?.day ?? endDay, endDay);
  const kinds = kindsSummed({ ...part, figures: timed });
  return plainKinds(
    await read(timesOfSpansQuery({ kinds, stretches, traits: values.map((value) => traitOf(by, value)) })),
  );
}

const rangeOf = ({ steps }: Part) => [steps[0]?.from ?? longAgo, steps.at(-1)?.to ?? longAgo] as const;

const stepsIn = ({ kind, steps, counts }: StepCounts): StepSum[] =>
  steps.map((step, index) => ({ kind, step, count: counts[index] ?? 0, seconds: 0, buckets: [], counts: [] }));

const hasTimes = (name: FigureName) => figures[name].takes !== undefined;

/** What figures are called in the sums. */
function kindsSummed({ figures: names, isLevel, asked }: Part): string[] {
  if (isLevel) return names.flatMap((name) => [name, `${name}/end`]);
  return names.map((name) => (hasTimes(name) && asked.hours === "working" ? `${name}/working` : name));
}

/** Sums by the names of their figures; what ended is taken off. */
function plainKinds<Sum extends { kind: string; count: number }>(sums: readonly Sum[]): Sum[] {
  return sums.map((sum) => {
    const [kind = "", part] = sum.kind.split("/");
    return Object.assign({}, sum, { kind, count: part === "end" ? -sum.count : sum.count });
  });
}

/**
 * The traits whose sums together are what a report is narrowed to: those of one dimension of which a ticket has one value, or a single one.
 * Undefined where no sums have that.
 */
function traitsSummed(where: readonly Trait[]): string[] | undefined {
  if (where.length === 0) return [""];
  const dimensions = new Set(where.map((trait) => readTrait(trait)?.dimension));
  const [dimension] = dimensions;
  if (dimensions.size > 1 || dimension === undefined || dimension === "hour") return undefined;
  return new Set(where).size === 1 || figureDimensions[dimension].several === null ? [...new Set(where)] : undefined;
}

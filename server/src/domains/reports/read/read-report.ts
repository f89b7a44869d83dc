import { type FigureName, figureDimensions, figures } from "@deskhand/contract/reports/figures";
import { reportLimits } from "@deskhand/contract/reports/report-limits";
import {
  type FigureSeries,
  type FigureValue,
  type Report,
  type ReportAsked,
  type ReportRow,
  type ReportTable,
  stepFor,
} from "@deskhand/contract/reports/reports";
import type { Read } from "../../../platform/db/tenant.ts";
import { labelValues } from "./label-values.ts";
import { rangeBefore } from "./range-before.ts";
import { type Part, readSeries, readTable, readTimes } from "./read-series.ts";
import { addDays, readSteps, type Step } from "./read-steps.ts";
import { refuseStrangers } from "./refuse-strangers.ts";
import { countedQuery, type StepSum, type ValueSum } from "./report.queries.ts";
import { figureValueOf, spreadOf } from "./values-of.ts";

type Range = { from: string; to: string };

/** What was read of one range: the sums of each figure by steps, and of each value where a table is asked for. */
type Measured = { parts: Part[]; steps: Step[]; series: StepSum[]; table: ValueSum[] };

/** Reads a report, with up to `rows` rows in its table (docs/product.md#reports). */
export async function readReport(
  read: Read,
  asked: ReportAsked,
  rows: number = reportLimits.reportRows,
): Promise<Report> {
  await refuseStrangers(read, asked.where);
  const [counted] = await read(countedQuery());
  if (!counted) throw new Error("There is no store of this id");
  const { timeZone, waiting } = counted;
  const step = stepFor(asked);
  const measure = async (range: Range): Promise<Measured> => {
    const steps = await readSteps(read, range, step, timeZone);
    const measured: Measured = { parts: [], steps, series: [], table: [] };
    for (const isLevel of [false, true]) {
      const names = asked.figures.filter((name) => (figures[name].isLevel === true) === isLevel);
      if (names.length === 0) continue;
      const part: Part = { figures: names, isLevel, steps, endDay: addDays(range.to, 1), asked, step, timeZone };
      measured.parts.push(part);
      measured.series.push(...(await readSeries(read, part)));
      if (asked.by) measured.table.push(...(await readTable(read, part, asked.by)));
    }
    return measured;
  };
  const earlier = rangeBefore(asked);
  const now = await measure(asked);
  const before = earlier && (await measure(earlier));
  const series = asked.figures.map((name) => seriesOf(name, now, before));
  return {
    timeZone,
    range: spanOf(now),
    before: before && spanOf(before),
    step,
    steps: now.steps.map(instants),
    stepsBefore: before?.steps.map(instants) ?? null,
    figures: series,
    table: asked.by ? await tableOf(read, asked, asked.by, { now, before, series, rows }) : null,
    week: asked.week === undefined ? null : await readWeek(read, asked, asked.week, now.steps, timeZone),
    waiting,
  };
}

/** How much of a figure there is in each hour of the week. */
async function readWeek(
  read: Read,
  asked: ReportAsked,
  figure: FigureName,
  steps: Step[],
  timeZone: string,
): Promise<Report["week"]> {
  const part: Part = {
    figures: [figure],
    isLevel: false,
    steps,
    endDay: addDays(asked.to, 1),
    asked,
    step: "day",
    timeZone,
  };
  return (await readTable(read, part, "hour")).map(({ value, count }) => ({ value, count }));
}

const instants = ({ from, to }: Step) => ({ from, to });
const spanOf = ({ steps }: Measured) => ({ from: steps[0]?.from ?? "", to: steps.at(-1)?.to ?? "" });

function seriesOf(name: FigureName, now: Measured, before: Measured | null): FigureSeries {
  const { takes } = figures[name];
  const current = stepsOfFigure(name, now);
  const earlier = before && stepsOfFigure(name, before);
  const sums = now.series.filter(({ kind }) => kind === name);
  return {
    figure: name,
    whole: current.whole,
    before: earlier?.whole ?? null,
    series: current.series,
    seriesBefore: earlier?.series ?? null,
    spread: takes === undefined ? null : spreadOf(sums),
  };
}

/** A figure's value in each step, and over all of them: a level is what has come and not gone by the end of each. */
function stepsOfFigure(name: FigureName, { steps, series }: Measured): { series: FigureValue[]; whole: FigureValue } {
  const { isLevel = false, takes } = figures[name];
  const sums = series.filter(({ kind }) => kind === name);
  const byStep = Map.groupBy(sums, ({ step }) => step);
  if (!isLevel) {
    const value = (of: readonly StepSum[]) => figureValueOf(of, takes !== undefined);
    return { series: steps.map((_, index) => value(byStep.get(index + 1) ?? [])), whole: value(sums) };
  }
  let level = countOf(byStep.get(0));
  const levels = steps.map((_, index) => {
    level += countOf(byStep.get(index + 1));
    return levelOf(level);
  });
  return { series: levels, whole: levels.at(-1) ?? levelOf(0) };
}

const countOf = (sums: readonly StepSum[] = []) => sums.reduce((all, { count }) => all + count, 0);
const levelOf = (count: number): FigureValue => ({ count, median: null, ninetieth: null, average: null });

type Table = { now: Measured; before: Measured | null; series: readonly FigureSeries[]; rows: number };

async function tableOf(
  read: Read,
  { figures: names }: ReportAsked,
  by: NonNullable<ReportAsked["by"]>,
  { now, before, series, rows }: Table,
): Promise<ReportTable> {
  const byValue = Map.groupBy(now.table, ({ value }) => value);
  const valuesOf = (sums: readonly ValueSum[] = [], withTimes = true) =>
    names.map((name) =>
      figureValueOf(
        sums.filter(({ kind }) => kind === name),
        withTimes && figures[name].takes !== undefined,
      ),
    );
  const found = [...byValue].map(([value, sums]) => ({ value, values: valuesOf(sums, false) }));
  const order =
    by === "hour"
      ? (one: { value: string }, other: { value: string }) => compare(one.value, other.value)
      : (one: (typeof found)[number], other: (typeof found)[number]) =>
          (other.values[0]?.count ?? 0) - (one.values[0]?.count ?? 0) || compare(one.value, other.value);
  const sorted = found.filter(({ values }) => values.some(({ count }) => count !== 0)).sort(order);
  const shown = sorted.slice(0, rows);
  const rest = sorted.slice(rows);
  const values = shown.map(({ value }) => value);
  const current = await addTimes(read, now, by, values);
  const earlier = before && (await addTimes(read, before, by, values));
  const labelOf = await labelValues(read, by, values);
  return {
    by,
    rows: shown.map(
      ({ value }): ReportRow => ({
        value,
        label: labelOf(value),
        values: valuesOf(current.get(value)),
        before: earlier && valuesOf(earlier.get(value)),
      }),
    ),
    left: rest.length,
    others: rest.length === 0 ? null : valuesOf(rest.flatMap(({ value }) => byValue.get(value) ?? [])),
    differences: series.flatMap(({ figure, whole }, index) => {
      const count = sorted.reduce((all, { values }) => all + (values[index]?.count ?? 0), 0) - whole.count;
      const reason = figureDimensions[by].several ?? "Some tickets are just being counted anew";
      return count === 0 ? [] : [{ figure, count, reason }];
    }),
  };
}

/** The sums of each value, of those that are shown with how their times are spread. */
async function addTimes(
  read: Read,
  { parts, table }: Measured,
  by: NonNullable<ReportAsked["by"]>,
  shown: readonly string[],
): Promise<Map<string, ValueSum[]>> {
  const times: ValueSum[] = [];
  for (const part of parts) times.push(...(await readTimes(read, part, by, shown)));
  return Map.groupBy([...table, ...times], ({ value }) => value);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

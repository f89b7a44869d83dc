import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { money, timestamp } from "../page.ts";
import { figureHours } from "./figure-filter.ts";
import { type FigureName, figureDimensionNames, figureNames, figures, readTrait, type Trait } from "./figures.ts";
import { reportLimits } from "./report-limits.ts";

const listed = (value: unknown) => (typeof value === "string" ? [value] : value);
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const day = (name: string) =>
  z.string(`${name} is required`).refine((text) => isDay(text) && text >= "1970", "Enter a day");
const DAY_MS = 86_400_000;
/** The days from one to another, both included. */
const daysOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** What a range is compared with: the days just before it, as many; or the same days a year earlier. */
const reportComparisons = ["before", "year", "none"] as const;

/** Into what a range is divided. */
const reportSteps = ["hour", "day", "week", "month"] as const;
export type ReportStep = (typeof reportSteps)[number];
const leastHours: Record<ReportStep, number> = { hour: 1, day: 23, week: 167, month: 671 };

const traitSchema = z
  .custom<Trait>((text) => typeof text === "string" && readTrait(text) !== undefined, "This filter is not known")
  .refine((text) => text.length <= reportLimits.reportFilterLength, "This filter is too long");

const reportShape = z.object({
  /** Both included, as the store's clocks have them. */
  from: day("From"),
  to: day("To"),
  compare: z.enum(reportComparisons).default("before"),
  figures: z.preprocess(
    listed,
    z
      .array(z.enum(figureNames))
      .min(1, "Choose a figure")
      .max(reportLimits.reportFigures, `Choose at most ${reportLimits.reportFigures} figures`),
  ),
  /** By default what the range is long enough for: hours up to two days, days up to a quarter, weeks up to two years, else months. */
  step: z.enum(reportSteps).optional(),
  /** What its table has a row for each of; without it, there is no table. */
  by: z.enum(figureDimensionNames).optional(),
  /** A figure whose hours of the week are asked for, beside whatever else is. */
  week: z.enum(figureNames).optional(),
  /** Only what has any of the named values of each dimension that is named. */
  where: z
    .preprocess(
      listed,
      z.array(traitSchema).max(reportLimits.reportFilters, `Choose at most ${reportLimits.reportFilters} filters`),
    )
    .default([]),
  /** Whether times are what passed on the clock, or in working hours. */
  hours: z.enum(figureHours).default("clock"),
});
type Asked = z.output<typeof reportShape>;

function refuseWrong({ from, to, step }: Pick<Asked, "from" | "to" | "step">, context: z.RefinementCtx): void {
  const days = daysOf({ from, to });
  const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  // A day that is none is told by its own field.
  if (Number.isNaN(days)) return;
  if (days < 1) fault("to", "The range has to end on the day it begins, or later");
  else if (days > reportLimits.reportDays) fault("to", "A range has at most ten years");
  else if (step !== undefined && (days * 24) / leastHours[step] > reportLimits.reportSteps)
    fault("step", "The range is too long for steps this short");
}

function refuseHoursOfLevels({ figures: names, by, week }: Asked, context: z.RefinementCtx): void {
  const refuse = (path: string, level: FigureName | undefined) => {
    if (level === undefined) return;
    const message = `${figures[level].label} is read at the end of a time, so it has no hours of the week`;
    context.addIssue({ code: "custom", path: [path], message });
  };
  const isLevel = (name: FigureName) => figures[name].isLevel === true;
  if (by === "hour") refuse("by", names.find(isLevel));
  if (week !== undefined) refuse("week", [week].find(isLevel));
}

export const reportInput = reportShape.superRefine(refuseWrong).superRefine(refuseHoursOfLevels);
export type ReportInput = z.input<typeof reportInput>;
export type ReportAsked = z.output<typeof reportInput>;

/** The step for a range that names none. */
export function stepFor({ from, to, step }: Pick<ReportAsked, "from" | "to" | "step">): ReportStep {
  if (step !== undefined) return step;
  const days = daysOf({ from, to });
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 731 ? "week" : "month";
}

const figureValue = z.object({
  /** How many tickets, or how many times. */
  count: z.number().int(),
  /** In seconds, for a figure that has a time; null where nothing has one. */
  median: z.number().nullable(),
  /** Nine of ten took less. */
  ninetieth: z.number().nullable(),
  average: z.number().nullable(),
});
export type FigureValue = z.infer<typeof figureValue>;

const span = z.object({ from: timestamp, to: timestamp });

const figureSeries = z.object({
  figure: z.enum(figureNames),
  whole: figureValue,
  /** What it was in the time that the range is compared with; null without one. */
  before: figureValue.nullable(),
  /** One for each step. */
  series: z.array(figureValue),
  /** One for each step of the time compared with, which may have other steps. */
  seriesBefore: z.array(figureValue).nullable(),
  /** How its times are spread, the fastest first; `to` is null for the last. Null for a figure without times. */
  spread: z.array(z.object({ from: z.number(), to: z.number().nullable(), count: z.number().int() })).nullable(),
});
export type FigureSeries = z.infer<typeof figureSeries>;

const tableRow = z.object({
  /** Of the dimension; empty for what has none. */
  value: z.string(),
  /** What people call it. */
  label: z.string(),
  /** In the order of the figures. */
  values: z.array(figureValue),
  /** Null without a comparison. */
  before: z.array(figureValue).nullable(),
});
export type ReportRow = z.infer<typeof tableRow>;

const reportTable = z.object({
  by: z.enum(figureDimensionNames),
  /** The largest of the first figure first; hours in their order. */
  rows: z.array(tableRow),
  /** How many values more there are. Their sums are in `others`, without times from sums; null where there are none. */
  left: z.number().int(),
  others: z.array(figureValue).nullable(),
  /** What the rows of a figure come to beyond the whole, and why; none where they add up. */
  differences: z.array(z.object({ figure: z.enum(figureNames), count: z.number().int(), reason: z.string() })),
});
export type ReportTable = z.infer<typeof reportTable>;

const report = z.object({
  timeZone: z.string(),
  range: span,
  before: span.nullable(),
  step: z.enum(reportSteps),
  /** The steps of the range, each up to the next one; an hour that the clocks show twice is one of two hours. */
  steps: z.array(span),
  stepsBefore: z.array(span).nullable(),
  figures: z.array(figureSeries),
  table: reportTable.nullable(),
  /** How much of the figure `week` there is in each hour of the week, as "1-09"; hours without any are left out. Null where it is not asked for. */
  week: z.array(z.object({ value: z.string(), count: z.number().int() })).nullable(),
  /** How many tickets changed and are not counted anew yet, or not counted at all since the upgrade: 0 means that all of it is exact. */
  waiting: z.number().int(),
});
export type Report = z.infer<typeof report>;

/** By what costs are divided. */
const costDimensions = ["sku", "carrier"] as const;

const costsInput = z
  .object({
    ...reportShape.pick({ from: true, to: true, compare: true }).shape,
    by: z.enum(costDimensions).default("sku"),
  })
  .superRefine((asked, context) => refuseWrong({ ...asked, step: undefined }, context));
export type CostsAsked = z.output<typeof costsInput>;

const costs = z.object({
  /** How many orders were refunded, by a colleague or at the store. */
  refundedOrders: z.number().int(),
  /** What was refunded, in each currency of the orders. */
  refunded: z.array(z.object({ currency: z.string(), amount: money })),
  /** Parcels that arrived, and how long half of them, and nine of ten, were on their way at most, in hours; null for none. */
  delivered: z.number().int(),
  wayMedian: z.number().nullable(),
  wayNinetieth: z.number().nullable(),
});
export type Costs = z.infer<typeof costs>;

const costsOutput = z.object({
  timeZone: z.string(),
  range: span,
  before: span.nullable(),
  whole: costs,
  wholeBefore: costs.nullable(),
  /** The most often refunded first. */
  rows: z.array(z.object({ value: z.string(), label: z.string(), costs, before: costs.nullable() })),
  /** How many values more there are. */
  left: z.number().int(),
  /** Why the rows may come to more than the whole. */
  reason: z.string(),
});
export type CostsReport = z.infer<typeof costsOutput>;

/** Figures of the store's work (docs/product.md#reports). */
export const reports = {
  read: endpoint("reports:read", "GET", "/reports", { isHeavy: true })
    .errors(among("user_not_found", "team_not_found"))
    .input(reportInput)
    .output(report),
  /** The same of what is one's own, by person; whoever asks for another person's gets one's own. */
  own: endpoint("dashboard:read", "GET", "/reports/own", { isHeavy: true })
    .errors(among("user_not_found", "team_not_found"))
    .input(reportInput)
    .output(report),
  /** What orders cost in a time: refunds of the store and the way of its parcels, of all its orders (docs/product.md#costs). */
  costs: endpoint("reports:read", "GET", "/reports/costs", { isHeavy: true }).input(costsInput).output(costsOutput),
  /** The values that tickets have of a dimension, the most used first, for filters. */
  values: endpoint("dashboard:read", "GET", "/reports/values")
    .input(z.object({ dimension: z.enum(figureDimensionNames), search: z.string().max(100).default("") }))
    .output(z.object({ items: z.array(z.object({ value: z.string(), label: z.string() })) })),
};

/** Where a report's table is downloaded as CSV. */
export const reportCsvPath = "/api/reports/table.csv";

/** The download of a report's table, or without a dimension of its steps, as CSV. */
export function reportCsvUrl({ figures: names, where = [], ...others }: ReportInput): string {
  const query = new URLSearchParams(
    Object.entries(others).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  query.set("figures", [names].flat().join(","));
  // A tag may have a comma, so each is encoded by itself as well.
  query.set(
    "where",
    [where]
      .flat()
      .map((trait) => encodeURIComponent(String(trait)))
      .join(","),
  );
  return `${reportCsvPath}?${query}`;
}

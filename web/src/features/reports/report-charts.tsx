import type { FigureHours } from "@deskhand/contract/reports/figure-filter";
import { type FigureName, figures, type Trait } from "@deskhand/contract/reports/figures";
import type { FigureSeries, FigureValue, Report } from "@deskhand/contract/reports/reports";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChartKind } from "../../ui/charts/chart.tsx";
import { ChartFigure } from "../../ui/charts/chart-figure.tsx";
import type { Series } from "../../ui/charts/series.ts";
import type { Tone } from "../../ui/tone.ts";
import { type Counted, FigureLink, listOf } from "./figure-link.tsx";
import { isTimeFirst } from "./report-pages.ts";
import { rangeWords, stepWords, writeCount, writeDuration, writeShort } from "./report-words.ts";

interface ChartsProps {
  report: Report;
  where: readonly Trait[];
  hours: FigureHours;
}

/** The pictures of the overview, without its map of the week. */
export function ReportCharts(props: ChartsProps) {
  return (
    <div className="grid gap-3 lg:grid-cols-2 print:grid-cols-2">
      <Steps {...props} title="New and resolved tickets" kind="lines" lines={{ created: "blue", resolved: "green" }} />
      <Steps {...props} title="Backlog" kind="lines" lines={{ backlog: "violet" }} />
      <Steps {...props} title="Time to first reply" kind="lines" lines={{ firstReply: "amber" }} />
      <Spread {...props} title="How fast first replies were" figure="firstReply" tone="amber" />
      <Steps {...props} title="Messages" kind="bars" lines={{ customerMessages: "blue", replies: "green" }} />
      <Spread {...props} title="How fast next replies were" figure="nextReply" tone="violet" />
    </div>
  );
}

interface StepsProps extends ChartsProps {
  title: string;
  kind: ChartKind;
  /** The colour of each figure. */
  lines: Partial<Record<FigureName, Tone>>;
}

/** Figures over the steps of the range; a single one beside the time that it is compared with. */
function Steps({ report, where, title, kind, lines }: StepsProps) {
  const navigate = useNavigate();
  const shown = report.figures.filter(({ figure }) => lines[figure] !== undefined);
  const [first] = shown;
  if (first === undefined) return null;
  const words = report.steps.map(({ from }) => stepWords(report.step, from, report.timeZone));
  const series = shown.map((one) => toSeries(one, lines[one.figure] ?? "blue"));
  if (shown.length === 1 && first.seriesBefore !== null && report.before !== null) {
    const values = report.steps.map((_, at) => shownValue(first.figure, first.seriesBefore?.[at]));
    const label = rangeWords(report.before, report.timeZone);
    series.push({ id: "before", label, tone: "grey", values, isCompared: true });
  }
  const countedAt = (figure: FigureName, index: number): Counted | undefined => {
    const span = report.steps[index];
    return span && { figure, span, where };
  };
  const open = (index: number) => {
    const counted = countedAt(first.figure, index);
    if (counted) void navigate(listOf(counted));
  };
  return (
    <ChartFigure
      title={title}
      kind={kind}
      heading="Time"
      data={{
        labels: words.map(({ label }) => label),
        names: words.map(({ name }) => name),
        series,
        format: isTimeFirst(first.figure) ? writeDuration : writeCount,
      }}
      onOpen={open}
      link={({ series: figure, index }, text) => linked(countedAt(figure as FigureName, index), text)}
    />
  );
}

function linked(counted: Counted | undefined, text: string): ReactNode {
  return counted === undefined ? text : <FigureLink counted={counted}>{text}</FigureLink>;
}

function toSeries({ figure, series }: FigureSeries, tone: Tone): Series {
  const values = series.map((value) => shownValue(figure, value));
  return { id: figure, label: isTimeFirst(figure) ? "Median" : figures[figure].label, tone, values };
}

/** What is looked at for its time is drawn by the median. */
function shownValue(figure: FigureName, value: FigureValue | undefined): number | null {
  if (value === undefined) return null;
  return isTimeFirst(figure) ? value.median : value.count;
}

interface SpreadProps extends ChartsProps {
  title: string;
  figure: FigureName;
  tone: Tone;
}

/** How many took how long; an average says nothing of the slow ones. */
function Spread({ report, where, hours, title, figure, tone }: SpreadProps) {
  const navigate = useNavigate();
  const spread = report.figures.find((one) => one.figure === figure)?.spread ?? null;
  if (spread === null) return null;
  // Nothing is shown beyond what took longest.
  const last = spread.findLastIndex(({ count }) => count > 0);
  const shown = spread.slice(0, Math.max(last + 1, 1));
  const within = shown.map(({ to }) => (to === null ? "longer" : `< ${writeDuration(to)}`));
  const names = shown.map(({ from, to }) =>
    to === null ? `${writeDuration(from)} and longer` : `${writeDuration(from)} to ${writeDuration(to)}`,
  );
  const countedAt = (index: number): Counted | undefined => {
    const bucket = shown[index];
    return bucket && { figure, span: report.range, where, took: { from: bucket.from, to: bucket.to, hours } };
  };
  const open = (index: number) => {
    const counted = countedAt(index);
    if (counted) void navigate(listOf(counted));
  };
  const series = [{ id: figure, label: figures[figure].label, tone, values: shown.map(({ count }) => count) }];
  return (
    <ChartFigure
      title={title}
      kind="bars"
      heading="Within"
      data={{ labels: within, names, series, format: writeShort }}
      onOpen={open}
      link={({ index }, text) => linked(countedAt(index), text)}
    />
  );
}

import { type FigureName, figures, type Trait } from "@deskhand/contract/reports/figures";
import type { FigureSeries, Report } from "@deskhand/contract/reports/reports";
import { cx } from "../../ui/cx.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FigureLink } from "./figure-link.tsx";
import { isTimed, isTimeFirst } from "./report-pages.ts";
import { changeOf, writeCount, writeDuration } from "./report-words.ts";

/** A card for each figure: its value, which opens its tickets, its definition on hover, and how it changed. */
export function FigureCards({ report, where }: { report: Report; where: readonly Trait[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {report.figures.map((series) => (
        <FigureCard key={series.figure} series={series} report={report} where={where} />
      ))}
    </dl>
  );
}

const writeTime = (seconds: number | null) => (seconds === null ? "–" : writeDuration(seconds));

const moodClass = { good: "text-green", bad: "text-red", neutral: "text-soft" };

interface FigureCardProps {
  series: FigureSeries;
  report: Report;
  where: readonly Trait[];
}

function FigureCard({ series: { figure, whole, before }, report: { range }, where }: FigureCardProps) {
  const { label, definition, takes } = figures[figure];
  const change = changeOf(figure, whole, before);
  const count = writeCount(whole.count);
  const mood = change === null || change.isGood === null ? "neutral" : change.isGood ? "good" : "bad";
  return (
    <div className="flex min-w-0 flex-col rounded-panel border border-line bg-panel px-4 py-3 max-sm:px-3">
      <dt className="text-sm text-soft">
        <Tooltip text={takes === undefined ? definition : `${definition} The time is ${takes}.`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the definition opens by keyboard, too. */}
          <span tabIndex={0} className="rounded-tag">
            {label}
          </span>
        </Tooltip>
      </dt>
      <dd className="mt-1 font-semibold text-xl tabular">
        {isTimeFirst(figure) ? (
          writeTime(whole.median)
        ) : (
          <FigureLink counted={{ figure, span: range, where }} className="inline-block rounded-tag hover:text-accent">
            {count}
          </FigureLink>
        )}
      </dd>
      <dd className="text-soft text-xs tabular">
        {isTimeFirst(figure) ? (
          <>
            median of <FigureLink counted={{ figure, span: range, where }}>{count}</FigureLink>
          </>
        ) : isTimed(figure) ? (
          `median ${writeTime(whole.median)}`
        ) : (
          figures[figure].counts
        )}
        {whole.ninetieth !== null && ` · 90% within ${writeDuration(whole.ninetieth)}`}
        {change !== null && <span className={cx("ml-2", moodClass[mood])}>{change.text}</span>}
      </dd>
    </div>
  );
}

/** The cards while they load. */
export function FigureCardsSkeleton({ shown }: { shown: readonly FigureName[] }) {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4" aria-hidden>
      {shown.map((figure) => (
        <Skeleton key={figure} className="h-22 rounded-panel" />
      ))}
    </div>
  );
}

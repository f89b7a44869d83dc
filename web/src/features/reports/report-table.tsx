import { type FigureName, figureDimensions, figures, type Trait } from "@deskhand/contract/reports/figures";
import type { FigureValue, Report, ReportRow } from "@deskhand/contract/reports/reports";
import { ChartColumn } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { FigureLink, whereOf } from "./figure-link.tsx";
import { isTimed } from "./report-pages.ts";
import { changeOf, writeCount, writeDuration } from "./report-words.ts";

/** A row for each value of the dimension; every number opens its tickets. */
export function ReportTableView({ report, where }: { report: Report; where: readonly Trait[] }) {
  const { table } = report;
  if (table === null) return null;
  const { label, none } = figureDimensions[table.by];
  if (table.rows.length === 0) {
    return (
      <EmptyState icon={<ChartColumn size={20} aria-hidden />} title="Nothing in this time">
        Choose a longer time, or take a filter off.
      </EmptyState>
    );
  }
  const [leading] = report.figures;
  const most = Math.max(1, ...table.rows.map(({ values }) => values[0]?.count ?? 0));
  const rows = table.rows.map((row) => ({ ...row, id: row.value }));
  const columns: Column<ReportRow & { id: string }>[] = [
    {
      heading: label,
      cell: (row) => (
        <>
          <span className="font-medium break-anywhere">{row.value === "" ? none : row.label}</span>
          {leading !== undefined && <ShareBar share={(row.values[0]?.count ?? 0) / most} />}
        </>
      ),
      sortBy: (row) => (row.value === "" ? none : row.label).toLowerCase(),
      onCard: "title",
    },
    ...report.figures.map(({ figure }, at) => ({
      heading: figures[figure].label,
      cell: (row: ReportRow) => {
        const value = row.values[at];
        if (value === undefined) return null;
        const counted = { figure, span: report.range, where: whereOf(where, table.by, row.value) };
        return (
          <span className="tabular">
            {value.count === 0 ? "0" : <FigureLink counted={counted}>{writeCount(value.count)}</FigureLink>}
            <Beside figure={figure} value={value} before={row.before?.[at]} />
          </span>
        );
      },
      sortBy: (row: ReportRow) => row.values[at]?.count ?? 0,
    })),
  ];
  return (
    <>
      <Table label={`Figures by ${label.toLowerCase()}`} columns={columns} rows={rows} wide />
      <Sums report={report} />
    </>
  );
}

/** What stands beside a count: the median of its times, or how it changed. */
function Beside({
  figure,
  value,
  before,
}: {
  figure: FigureName;
  value: FigureValue;
  before: FigureValue | undefined;
}) {
  if (isTimed(figure)) {
    return value.median === null ? null : <span className="ml-2 text-soft text-xs">{writeDuration(value.median)}</span>;
  }
  const change = changeOf(figure, value, before);
  if (change === null) return null;
  const color = change.isGood === null ? "text-soft" : change.isGood ? "text-green" : "text-red";
  return <span className={cx("ml-2 text-xs", color)}>{change.text}</span>;
}

function ShareBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="mt-1 block h-1 w-full max-w-48 rounded-full bg-raised max-sm:hidden">
      <span className="block h-1 rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

/** What the rows leave out, and why they come to more than the whole. */
function Sums({ report: { figures: shown, table } }: { report: Report }) {
  if (table === null) return null;
  const { left, others, differences } = table;
  return (
    <div className="mt-2 flex flex-col gap-1 text-soft text-sm">
      {others !== null && (
        <p>
          {writeCount(left)} more:{" "}
          {shown.map(({ figure }, at) => `${figures[figure].label} ${writeCount(others[at]?.count ?? 0)}`).join(" · ")}
        </p>
      )}
      {differences.map(({ figure, count, reason }) => (
        <p key={figure}>
          {figures[figure].label}: the rows come to {writeCount(count)} more than the whole. {reason}.
        </p>
      ))}
    </div>
  );
}

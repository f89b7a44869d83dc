import { type ReactNode, useState } from "react";
import { Chart, type ChartKind, Mark } from "./chart.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { ChartData, ChartPlace } from "./series.ts";

interface ChartFigureProps {
  title: string;
  /** What it says in a sentence, and what it leaves out. */
  note?: ReactNode;
  kind: ChartKind;
  data: ChartData;
  /** The heading of the labels' column in the table. */
  heading: string;
  onOpen?: ((index: number) => void) | undefined;
  link?: ((place: ChartPlace, text: string) => ReactNode) | undefined;
}

/** A chart with its title and legend, which can be read as a table instead; screen readers always read the table. */
export function ChartFigure({ title, note, kind, data, heading, onOpen, link }: ChartFigureProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className="min-w-0 rounded-panel border border-line bg-panel px-4 py-3">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="font-semibold text-base">{title}</h2>
        {!isTable && data.series.length > 1 && <Legend data={data} />}
        <button
          type="button"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
          className="ml-auto rounded-tag text-soft text-xs hover:text-ink print:hidden"
        >
          Show as a table
        </button>
        {note !== undefined && <p className="w-full text-soft text-xs">{note}</p>}
      </figcaption>
      {isTable ? (
        <div className="max-h-72 overflow-auto">
          <ChartTable data={data} heading={heading} caption={title} link={link} />
        </div>
      ) : (
        <>
          <Chart kind={kind} data={data} onOpen={onOpen} />
          <div className="sr-only">
            <ChartTable data={data} heading={heading} caption={title} />
          </div>
        </>
      )}
    </figure>
  );
}

function Legend({ data: { series } }: { data: ChartData }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-3 gap-y-1 text-soft text-xs">
      {series.map(({ id, label, tone, isCompared = false }) => (
        <li key={id} className="flex items-center gap-1.5">
          <Mark tone={tone} isCompared={isCompared} />
          {label}
        </li>
      ))}
    </ul>
  );
}

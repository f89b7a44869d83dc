import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { type ChartData, type ChartPlace, writeValue } from "./series.ts";

interface ChartTableProps {
  data: ChartData;
  /** The heading of its first column. */
  heading: string;
  caption: string;
  /** Wraps a value in a link to what it counts. */
  link?: ((place: ChartPlace, text: string) => ReactNode) | undefined;
}

/** The values of a chart as a table: what a screen reader reads instead of the picture. */
export function ChartTable({ data, heading, caption, link }: ChartTableProps) {
  const { names, series } = data;
  return (
    <table aria-label={caption} className="w-full text-left text-sm tabular">
      <thead>
        <tr className="text-soft text-xs">
          {[heading, ...series.map(({ label }) => label)].map((title, at) => (
            <th
              key={title}
              scope="col"
              className={cx("whitespace-nowrap px-2 py-1 font-medium", at > 0 && "text-right")}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, index) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="px-2 py-1 font-normal">
              {name}
            </th>
            {series.map(({ id, values, isCompared = false }) => {
              const text = writeValue(data, values[index]);
              return (
                <td key={id} className="px-2 py-1 text-right">
                  {link === undefined || isCompared || !values[index] ? text : link({ series: id, index }, text)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

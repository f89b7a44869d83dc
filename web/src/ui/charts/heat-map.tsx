import type { ReactNode } from "react";

interface HeatMapProps {
  title: string;
  /** The heading of the rows' names. */
  heading: string;
  rows: readonly string[];
  /** Every column has its full name for screen readers, and may leave out its label, such as each second hour. */
  columns: readonly { name: string; label: string }[];
  /** By row and column. */
  values: readonly (readonly number[])[];
  /** Says a cell in a few words, for its tooltip and screen readers. */
  describe: (row: number, column: number) => string;
  /** Wraps a cell that counts something in a link to it. */
  link?: (row: number, column: number, cell: ReactNode) => ReactNode;
}

/** A table whose cells are the more filled, the more they count. */
export function HeatMap({ title, heading, rows, columns, values, describe, link }: HeatMapProps) {
  const most = Math.max(1, ...values.flat());
  return (
    <figure className="min-w-0 rounded-panel border border-line bg-panel px-4 py-3">
      <figcaption className="mb-2">
        <h2 className="font-semibold text-base">{title}</h2>
      </figcaption>
      <div className="relative overflow-x-auto">
        <table
          aria-label={title}
          className="w-full min-w-120 touch:min-w-260 table-fixed border-separate border-spacing-0.5 text-xs"
        >
          <thead>
            <tr>
              <th scope="col" className="w-12 text-left font-normal text-faint">
                <span className="sr-only">{heading}</span>
              </th>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col" className="text-left font-normal text-faint tabular">
                  <span aria-hidden>{label}</span>
                  <span className="sr-only">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((name, row) => (
              <tr key={name}>
                <th scope="row" className="text-left font-normal text-soft">
                  {name}
                </th>
                {columns.map((column, at) => {
                  const value = values[row]?.[at] ?? 0;
                  const cell = <Cell share={value / most} text={describe(row, at)} />;
                  return (
                    <td key={column.name} className="h-6 touch:h-10 p-0">
                      {value > 0 && link !== undefined ? link(row, at, cell) : cell}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Ten steps are told apart at a glance; more are not. */
function Cell({ share, text }: { share: number; text: string }) {
  const filled = share === 0 ? 4 : 10 + Math.ceil(share * 9) * 10;
  return (
    <span
      title={text}
      className="block h-6 touch:h-10 w-full rounded-tag"
      style={{ background: `color-mix(in srgb, var(--color-accent) ${filled}%, var(--color-panel))` }}
    >
      <span className="sr-only">{text}</span>
    </span>
  );
}

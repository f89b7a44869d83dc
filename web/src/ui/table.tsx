import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** What its heading orders the rows by; without it they are not ordered by this column. */
  sortBy?: (row: Row) => string | number;
  /** Where it stands on a card, which a row is where there is little room; a line with its heading unless it says otherwise. */
  onCard?: "title" | "action" | "line";
}

interface TableProps<Row extends { id: string }> {
  /** Its name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** In the order they have until another is chosen. */
  rows: readonly Row[];
}

interface Order {
  heading: string;
  isDescending: boolean;
}

const cardClass = {
  title: "@max-lg:col-start-1 @max-lg:row-start-1",
  action: "@max-lg:col-start-2 @max-lg:row-start-1",
  line: "@max-lg:col-span-full @max-lg:before:mr-1.5 @max-lg:before:text-faint @max-lg:before:content-[attr(data-heading)]",
};

/**
 * Rows in columns whose headings order them; in little room each row is a card. Rows are positioned, so that a link in one
 * may cover it.
 */
export function Table<Row extends { id: string }>({ label, columns, rows }: TableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const sortBy = columns.find(({ heading }) => heading === order?.heading)?.sortBy;
  const ordered = order === null || sortBy === undefined ? rows : sorted(rows, sortBy, order.isDescending);

  return (
    <div className="@container overflow-x-auto rounded-panel border border-line bg-panel">
      <table aria-label={label} className="w-full text-left text-sm @max-lg:block">
        <thead className="@max-lg:sr-only">
          <tr>
            {columns.map((column) => (
              <Heading key={column.heading} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-lg:block">
          {ordered.map((row) => (
            <tr
              key={row.id}
              className="relative border-line border-t @max-lg:grid @max-lg:grid-cols-[minmax(0,1fr)_auto] @max-lg:items-center @max-lg:gap-x-3 @max-lg:px-3.5 @max-lg:py-2.5 @max-lg:first:border-t-0"
            >
              {columns.map(({ heading, cell, onCard = "line" }) => (
                <td
                  key={heading}
                  data-heading={heading}
                  className={cx(
                    "align-top @lg:px-3 @lg:py-2.5 @lg:first:pl-3.5 @lg:last:text-right",
                    cardClass[onCard],
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  order: Order | null;
  onOrder: (order: Order) => void;
}

function Heading<Row>({ column: { heading, sortBy, onCard }, order, onOrder }: HeadingProps<Row>) {
  const isOrdered = order?.heading === heading;
  const isDescending = isOrdered && order.isDescending;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sortBy === undefined || !isOrdered ? undefined : isDescending ? "descending" : "ascending"}
      className="whitespace-nowrap px-3 py-1.5 font-medium text-soft text-xs first:pl-3.5 last:text-right"
    >
      {sortBy === undefined ? (
        <span className={cx(onCard === "action" && "sr-only")}>{heading}</span>
      ) : (
        <button
          type="button"
          onClick={() => onOrder({ heading, isDescending: isOrdered && !isDescending })}
          className="inline-flex items-center gap-1 rounded-tag hover:text-ink"
        >
          {heading}
          <Arrow size={12} aria-hidden className={cx(!isOrdered && "invisible")} />
        </button>
      )}
    </th>
  );
}

function sorted<Row>(rows: readonly Row[], sortBy: (row: Row) => string | number, isDescending: boolean): Row[] {
  const compare = (a: Row, b: Row) => {
    const [one, other] = [sortBy(a), sortBy(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
}

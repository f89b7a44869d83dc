import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Returns the value by which the heading sorts the rows; without it this column cannot sort. */
  sortBy?: (row: Row) => string | number;
  /**
   * The column's place when rows are cards: by default below the title, with its heading. "plain" goes there without the heading;
   * "actions" move to the bottom if they would crowd the title.
   */
  onCard?: "title" | "action" | "actions" | "plain" | "line";
}

interface TableProps<Row extends { id: string }> {
  /** Its name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** In their order until a person chooses another. */
  rows: readonly Row[];
  /** Whether the columns need so much room that the rows are cards on tablets too. */
  wide?: boolean;
}

interface Order {
  heading: string;
  isDescending: boolean;
}

const factClass = "as-card:order-3 as-card:max-w-full";
const cardClass = {
  title: "as-card:flex-1",
  action: "as-card:order-1",
  actions: "as-card:order-1 @max-lg:order-4! @max-lg:mt-1 @max-lg:basis-full",
  plain: factClass,
  line: `${factClass} as-card:flex as-card:gap-x-1.5 as-card:before:shrink-0 as-card:before:text-faint as-card:before:content-[attr(data-heading)]`,
};

/**
 * Rows in columns that their headings sort; with little room each row is a card. Rows are positioned so that a link in one can cover it.
 */
export function Table<Row extends { id: string }>({ label, columns, rows, wide = false }: TableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const sortBy = columns.find(({ heading }) => heading === order?.heading)?.sortBy;
  const ordered = order === null || sortBy === undefined ? rows : sorted(rows, sortBy, order.isDescending);

  return (
    <div
      className={cx(
        "overflow-x-auto rounded-panel border border-line bg-panel",
        wide ? "@container/wide-rows" : "@container/rows",
      )}
    >
      <table aria-label={label} className="w-full text-left text-sm as-card:block">
        <thead className="as-card:sr-only">
          <tr>
            {columns.map((column) => (
              <Heading key={column.heading} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody className="as-card:block">
          {ordered.map((row) => (
            <tr
              key={row.id}
              // On a card the line break starts a new line after the title.
              className="relative border-line border-t as-card:flex as-card:flex-wrap as-card:items-start as-card:gap-x-4 as-card:gap-y-1 as-card:px-3.5 as-card:py-2.5 as-card:after:order-2 as-card:after:basis-full as-card:after:content-[''] as-card:first:border-t-0"
            >
              {columns.map(({ heading, cell, onCard = "line" }) => (
                <td
                  key={heading}
                  data-heading={heading}
                  className={cx(
                    "align-top as-row:px-3 as-row:py-2.5 as-row:first:pl-3.5 as-row:last:text-right as-card:min-w-0",
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

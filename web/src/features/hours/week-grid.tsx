import type { Span } from "@deskhand/contract/targets/working-time";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { announce } from "../../ui/announcer.tsx";
import { cx } from "../../ui/cx.ts";
import { dayNames, painted, timeText, type Week } from "./week-text.ts";

/** The height of a row of the drawing, in minutes. */
const ROW = 30;
const ROWS = 48;

interface Cell {
  day: number;
  row: number;
}

interface WeekGridProps {
  week: Week;
  onChange: (week: Week) => void;
}

/** The part of a drawing between two cells: the days from one to the other, from the earlier hour to the later one. */
interface Stroke {
  from: Cell;
  to: Cell;
  /** Whether it opens what it passes, or closes it. */
  isOpen: boolean;
}

const spanOf = (row: number): Span => [row * ROW, (row + 1) * ROW];
const isOpenAt = (spans: readonly Span[], row: number) => {
  const [from, to] = spanOf(row);
  return spans.some(([begin, end]) => begin < to && end > from);
};

function drawn(week: Week, { from, to, isOpen }: Stroke): Week {
  const [firstDay, lastDay] = [Math.min(from.day, to.day), Math.max(from.day, to.day)];
  const part: Span = [Math.min(from.row, to.row) * ROW, (Math.max(from.row, to.row) + 1) * ROW];
  return week.map((spans, day) => (day < firstDay || day > lastDay ? spans : painted(spans, part, isOpen)));
}

/**
 * A week to draw on: a mouse or pen drags from one hour to another, over several days as well; arrow keys move, the space bar
 * opens or closes half an hour, and Shift with an arrow goes on with it. The fields beside it say and take the same in words.
 */
export function WeekGrid({ week, onChange }: WeekGridProps) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const [focus, setFocus] = useState<Cell>({ day: 0, row: 18 });
  const grid = useRef<HTMLDivElement>(null);
  const shown = stroke === null ? week : drawn(week, stroke);

  function cellAt({ clientX, clientY }: PointerEvent): Cell | null {
    const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-cell]");
    const [day, row] = (found?.dataset.cell ?? "").split(" ").map(Number);
    return day === undefined || row === undefined ? null : { day, row };
  }

  function begin(event: PointerEvent) {
    // A finger scrolls; it could not hit half an hour either.
    const cell = event.pointerType === "touch" ? null : cellAt(event);
    if (cell === null || event.button !== 0) return;
    grid.current?.setPointerCapture(event.pointerId);
    setFocus(cell);
    setStroke({ from: cell, to: cell, isOpen: !isOpenAt(week[cell.day] ?? [], cell.row) });
  }

  function draw(event: PointerEvent) {
    const cell = stroke && cellAt(event);
    if (cell) setStroke({ ...stroke, to: cell });
  }

  function end() {
    if (stroke !== null) onChange(drawn(week, stroke));
    setStroke(null);
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      PageUp: [0, -8],
      PageDown: [0, 8],
      Home: [0, -ROWS],
      End: [0, ROWS],
    };
    const isToggle = event.key === " " || event.key === "Enter";
    const step = steps[event.key];
    if (!isToggle && step === undefined) return;
    event.preventDefault();
    const wasOpen = isOpenAt(week[focus.day] ?? [], focus.row);
    if (isToggle) {
      onChange(drawn(week, { from: focus, to: focus, isOpen: !wasOpen }));
      announce(`${cellWords(focus)}: ${wasOpen ? "closed" : "open"}`);
      return;
    }
    const [days, rows] = step ?? [0, 0];
    const to = {
      day: Math.min(Math.max(focus.day + days, 0), week.length - 1),
      row: Math.min(Math.max(focus.row + rows, 0), ROWS - 1),
    };
    if (event.shiftKey) onChange(drawn(week, { from: focus, to, isOpen: wasOpen }));
    setFocus(to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.day} ${to.row}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no cells that take the focus and are drawn over.
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label="Working hours of the week, by half hours"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={() => setStroke(null)}
      onKeyDown={press}
      className="grid select-none grid-cols-[2.75rem_repeat(7,minmax(0,1fr))] gap-x-px text-xs"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the heading is no cell. */}
      <div role="row" className="contents">
        <span />
        {dayNames.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: the heading is no cell.
          <span key={name} role="columnheader" className="pb-1 text-center text-soft">
            <span aria-hidden>{name.slice(0, 3)}</span>
            <span className="sr-only">{name}</span>
          </span>
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its hour.
        // biome-ignore lint/a11y/useSemanticElements: as above.
        // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
        <div key={row} role="row" className="contents">
          <span aria-hidden className="-mt-2 h-3 pr-2 text-right text-faint leading-4">
            {row % 4 === 0 && row > 0 ? timeText(row * ROW) : ""}
          </span>
          {shown.map((spans, day) => (
            <GridCell
              // biome-ignore lint/suspicious/noArrayIndexKey: a day of the week is its place.
              key={day}
              cell={{ day, row }}
              isOpen={isOpenAt(spans, row)}
              isTabStop={focus.day === day && focus.row === row}
              onFocus={() => setFocus({ day, row })}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const cellWords = ({ day, row }: Cell) => `${dayNames[day]} ${timeText(row * ROW)}–${timeText((row + 1) * ROW)}`;

interface GridCellProps {
  cell: Cell;
  isOpen: boolean;
  isTabStop: boolean;
  onFocus: () => void;
}

function GridCell({ cell, isOpen, isTabStop, onFocus }: GridCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <span
      role="gridcell"
      data-cell={`${cell.day} ${cell.row}`}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={cellWords(cell)}
      aria-selected={isOpen}
      onFocus={onFocus}
      className={cx(
        "h-3 cursor-crosshair border-line outline-none focus-visible:relative focus-visible:z-1 focus-visible:outline-2 focus-visible:outline-accent",
        cell.row % 2 === 0 ? "border-t" : "",
        isOpen ? "bg-accent/70" : "bg-panel",
      )}
    />
  );
}

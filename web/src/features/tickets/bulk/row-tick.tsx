import { type MouseEvent, memo } from "react";
import { cx } from "../../../ui/cx.ts";
import { chooseTo, toggleChosen, useChosen } from "./chosen-tickets.ts";

/**
 * Chooses a row: it shows where the pointer or the focus is, on touch screens, and on every row once one is chosen. The Tab key
 * passes it by, as `x` does the same from the row.
 */
export const RowTick = memo(function RowTick({ id, label }: { id: string; label: string }) {
  const chosen = useChosen();
  function choose({ shiftKey, currentTarget }: MouseEvent<HTMLInputElement>) {
    if (shiftKey) chooseTo(id);
    else toggleChosen(id);
    // The keys of the list go on from its row.
    currentTarget.closest("[data-row]")?.querySelector("a")?.focus({ preventScroll: true });
  }
  return (
    <label
      className={cx(
        "absolute top-0 left-0 z-1 grid w-9 cursor-pointer select-none content-start justify-center py-3 @2xl:bottom-0 @2xl:py-2.5",
        chosen.size === 0 && "pointer-fine:not-group-hover:not-group-focus-within:opacity-0",
      )}
    >
      <input
        type="checkbox"
        className="tick cursor-pointer"
        data-tick
        tabIndex={-1}
        aria-label={`Select ${label}`}
        checked={chosen.has(id)}
        onClick={choose}
        readOnly
      />
    </label>
  );
});

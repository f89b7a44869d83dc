import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { AtSign } from "lucide-react";
import { type MouseEvent, memo } from "react";
import type { WrittenFromProps } from "../../../entities/ticket/written-from.tsx";
import { initialsOf } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { chooseTo, toggleChosen, useChosen } from "../bulk/chosen-tickets.ts";

/** The assignee's initials in a small circle, with the name where there is room. */
export function AssigneeMark({ name, className }: { name: string; className?: string }) {
  return (
    <span
      title={`Assigned to ${name}`}
      className={cx("relative inline-flex min-w-0 max-w-full items-center gap-1.5 text-faint text-xs", className)}
    >
      <span
        aria-hidden
        className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-raised font-medium text-[9px] text-soft leading-none"
      >
        {initialsOf(name)}
      </span>
      <span className="sr-only">Assigned to {name}</span>
      <bdi aria-hidden className="hidden truncate @min-[60rem]:block">
        {name}
      </bdi>
    </span>
  );
}

/** Marks a ticket that was begun from another address than answers go to. */
export function WrittenFromBadge({ writtenFrom: { email }, answersTo }: WrittenFromProps) {
  const words = `Written from ${shownAddress(email)}, answers go to ${shownAddress(answersTo ?? "nobody")}`;
  return (
    <span title={words} className="shrink-0">
      <Badge tone="amber" icon={<AtSign size={11} aria-hidden />}>
        From another address
        <span className="sr-only">: {words}</span>
      </Badge>
    </span>
  );
}

/**
 * The checkbox of a row: visible on hover and focus, on touch screens, and on every row once one is selected. Tab skips
 * it, as `x` does the same from the row.
 */
export const RowTick = memo(function RowTick({ id, label }: { id: string; label: string }) {
  const chosen = useChosen();
  function choose({ shiftKey, currentTarget }: MouseEvent<HTMLInputElement>) {
    if (shiftKey) chooseTo(id);
    else toggleChosen(id);
    // Puts the focus on the row, so that the list's keys continue there.
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

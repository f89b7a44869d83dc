import type { TicketCard } from "@deskhand/contract/tickets";
import { useEffect } from "react";
import { useSession } from "../../../lib/session.ts";
import { dialogOf, isTyping, keyOf } from "../../../lib/shortcuts.ts";
import { useHasPanel } from "../../../ui/overlay/panel.tsx";
import { playEarlyKey, useAnswer } from "../list/list-keys.ts";
import { chooseTo, chosenIds, clearChosen, extendChosen, setOrder, toggleChosen, useChosen } from "./chosen-tickets.ts";
import { refusedOf } from "./result-words.ts";
import { RunBar } from "./run-bar.tsx";
import { dismissRun, takeUpRun, useRun } from "./run-change.ts";
import { SelectionBar } from "./selection-bar.tsx";

/** How long a success and its Undo are shown; a refusal stays until dismissed. */
const NOTICE_MS = 120_000;

export interface BulkLayerProps {
  /** The rows loaded so far. */
  items: readonly TicketCard[];
  /** How many tickets match, possibly capped. */
  total: { count: number; isCapped: boolean } | undefined;
  /** Returns the ids of all matching tickets. */
  findAll: () => Promise<{ ids: string[]; isCut: boolean }>;
  /** Identifies the list; each list has its own selection. */
  listKey: string;
}

/**
 * Actions on the list's tickets: the key that answers one, and for many at once the selection keys, the bar and the
 * outcome (docs/product.md#many-at-once).
 */
export function BulkLayer({ items, total, findAll, listKey }: BulkLayerProps) {
  const chosen = useChosen();
  const run = useRun();
  // The bar would cover an open ticket's buttons; it returns when the ticket closes.
  const isCovered = useHasPanel();
  const { user, client } = useSession();
  const owner = user !== null && client !== null ? `${client.id}:${user.id}` : null;
  useEffect(() => {
    if (owner !== null) takeUpRun(owner);
  }, [owner]);
  useEffect(() => setOrder(items), [items]);
  useEffect(() => {
    if (run?.state !== "done" || refusedOf(run.results).length > 0) return;
    const timer = setTimeout(dismissRun, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection made in one list does not apply to another.
  useEffect(() => clearChosen, [listKey]);
  return (
    <>
      {items.length > 0 && <RowKeys items={items} />}
      {!isCovered && (chosen.size > 0 || run !== null) && (
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex flex-col items-center gap-2 p-3 max-xl:pb-16 lg:left-58 xl:p-4">
          {run !== null && <RunBar run={run} />}
          {chosen.size > 0 && <SelectionBar chosen={chosen} items={items} total={total} findAll={findAll} />}
        </div>
      )}
    </>
  );
}

/** Registers the row keys once there are rows; an early press is replayed then. */
function RowKeys({ items }: Pick<BulkLayerProps, "items">) {
  useChoosingKeys();
  useAnswer(items);
  useEffect(playEarlyKey, []);
  return null;
}

/** `x` selects a row; Shift with `x`, an arrow or a click selects a range; Escape clears. */
function useChoosingKeys(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || dialogOf(event) !== null) return;
      if (isTyping(event) && !isTick(event.target)) return;
      if (event.key === "Escape" && chosenIds().size > 0 && !event.defaultPrevented) return clearChosen();
      const row = currentRow();
      if (row === null) return;
      if (keyOf(event).toLowerCase() === "x") {
        event.preventDefault();
        if (event.shiftKey) chooseTo(idOf(row));
        else toggleChosen(idOf(row));
      }
      if (event.shiftKey && event.key === "ArrowDown") extendTo(event, row, 1);
      if (event.shiftKey && event.key === "ArrowUp") extendTo(event, row, -1);
    }
    function onClick(event: MouseEvent) {
      if (!event.shiftKey || !(event.target instanceof Element) || isTick(event.target)) return;
      const row = event.target.closest<HTMLElement>("[data-row]:has([data-tick])");
      if (row === null || event.target.closest("label") !== null) return;
      event.preventDefault();
      event.stopPropagation();
      chooseTo(idOf(row));
    }
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, []);
}

function extendTo(event: KeyboardEvent, row: HTMLElement, step: 1 | -1): void {
  event.preventDefault();
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]:has([data-tick])")];
  const at = rows.sort((a, b) => indexOf(a) - indexOf(b)).indexOf(row);
  const next = rows[at + step];
  if (!next) return;
  extendChosen(idOf(row), idOf(next));
  next.querySelector("a")?.focus();
}

/** Returns the focused row, else the one under the pointer. */
function currentRow(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>("[data-row]:has([data-tick])");
  return focused ?? document.querySelector<HTMLElement>("[data-row]:has([data-tick]):hover");
}

const idOf = (row: HTMLElement) => row.dataset.row ?? "";
const indexOf = (row: HTMLElement) => Number(row.dataset.index);
const isTick = (target: EventTarget | null) => target instanceof Element && target.matches("[data-tick]");

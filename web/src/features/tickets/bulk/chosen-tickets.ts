import { sharedValue } from "../../../ui/shared-value.ts";

/** The ids of the selected tickets, and the range selected last. */
interface Selection {
  ids: ReadonlySet<string>;
  /** The ends of the range; null before the first. */
  anchor: string | null;
  end: string | null;
  /** The part of the range that was not selected before. */
  added: readonly string[];
}

const none: Selection = { ids: new Set(), anchor: null, end: null, added: [] };
const chosen = sharedValue<Selection>(none);
/** The current rows of the list in order, for ranges. */
let order: readonly string[] = [];
/** Ticket numbers of all rows seen, including removed ones. */
const numbers = new Map<string, number>();

/** Returns the selected ticket ids. */
export const useChosen = (): ReadonlySet<string> => chosen.use().ids;

/** Returns the selected ticket ids outside of rendering. */
export const chosenIds = (): ReadonlySet<string> => chosen.get().ids;

/** Sets the current order of the rows. Rows that left are deselected, so that nothing happens to an unseen ticket. */
export function setOrder(rows: readonly { id: string; ticketNumber: number }[]): void {
  const left = new Set(order);
  order = rows.map(({ id }) => id);
  for (const { id, ticketNumber } of rows) {
    left.delete(id);
    numbers.set(id, ticketNumber);
  }
  const now = chosen.get();
  const ids = new Set([...now.ids].filter((id) => !left.has(id)));
  if (ids.size < now.ids.size) chosen.set({ ...now, ids });
}

/** Returns a ticket's number if its row was seen, else null. */
export function numberOf(id: string): number | null {
  return numbers.get(id) ?? null;
}

/** Toggles a ticket's selection. */
export function toggleChosen(id: string): void {
  const ids = new Set(chosen.get().ids);
  if (!ids.delete(id)) ids.add(id);
  chosen.set({ ids, anchor: id, end: id, added: [] });
}

/**
 * Selects all rows from the last selected one to this one; without one, this row alone. A range from the same anchor is
 * replaced.
 */
export function chooseTo(id: string): void {
  const { ids, anchor, added } = chosen.get();
  const from = anchor !== null && order.includes(anchor) ? anchor : id;
  const others = new Set([...ids].filter((each) => from !== anchor || !added.includes(each)));
  const range = rangeOf(order, from, id);
  chosen.set({
    ids: new Set([...others, ...range]),
    anchor: from,
    end: id,
    added: range.filter((each) => !others.has(each)),
  });
}

/** Extends or shrinks the last range to the row `id` if it ends at `from`; otherwise starts a range there. */
export function extendChosen(from: string, id: string): void {
  const now = chosen.get();
  if (now.end !== from) chosen.set({ ids: now.ids, anchor: from, end: from, added: [] });
  chooseTo(id);
}

/** Selects exactly these tickets. */
export function chooseAll(ids: readonly string[]): void {
  chosen.set({ ...none, ids: new Set(ids) });
}

/** Clears the selection. */
export function clearChosen(): void {
  if (chosen.get().ids.size > 0) chosen.set(none);
}

/** Returns the rows between two ids in either order; only the second if the first is not in the list. */
function rangeOf(rows: readonly string[], from: string, to: string): string[] {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

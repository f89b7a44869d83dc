import { sharedValue } from "../../../ui/shared-value.ts";

/** The ids of the tickets that are chosen in the list, and the range that was chosen last. */
interface Chosen {
  ids: ReadonlySet<string>;
  /** Where it begins and where it ends; null before there is one. */
  anchor: string | null;
  end: string | null;
  /** What of it was not chosen before. */
  added: readonly string[];
}

const none: Chosen = { ids: new Set(), anchor: null, end: null, added: [] };
const chosen = sharedValue<Chosen>(none);
/** The rows as they stand in the list, for ranges of them. */
let order: readonly string[] = [];
/** Of the rows that were seen, also of those that are gone since. */
const numbers = new Map<string, number>();

/** Which tickets are chosen. */
export const useChosen = (): ReadonlySet<string> => chosen.use().ids;

/** Which tickets are chosen, outside of what is drawn. */
export const chosenIds = (): ReadonlySet<string> => chosen.get().ids;

/** Says how the rows stand in the list now. What has left it is chosen no more: nothing is done to what one does not see. */
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

/** The number of a ticket whose row was seen, null for another. */
export function numberOf(id: string): number | null {
  return numbers.get(id) ?? null;
}

/** Chooses a ticket or no longer. */
export function toggleChosen(id: string): void {
  const ids = new Set(chosen.get().ids);
  if (!ids.delete(id)) ids.add(id);
  chosen.set({ ids, anchor: id, end: id, added: [] });
}

/**
 * Chooses all rows from the one that was chosen last to this one; without one, this one. A range that was drawn from there before
 * is drawn anew: what it had chosen beyond this row is so no longer.
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

/** Draws the last range on to the row `id`, or back to it, where it ends with `from`; else begins another one there. */
export function extendChosen(from: string, id: string): void {
  const now = chosen.get();
  if (now.end !== from) chosen.set({ ids: now.ids, anchor: from, end: from, added: [] });
  chooseTo(id);
}

/** Chooses exactly these. */
export function chooseAll(ids: readonly string[]): void {
  chosen.set({ ...none, ids: new Set(ids) });
}

/** Chooses none any more. */
export function clearChosen(): void {
  if (chosen.get().ids.size > 0) chosen.set(none);
}

/** The rows from one to another, whichever comes first; the second alone where it is none of them. */
function rangeOf(rows: readonly string[], from: string, to: string): string[] {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

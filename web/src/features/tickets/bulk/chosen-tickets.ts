import { sharedValue } from "../../../ui/shared-value.ts";

/** The ids of the tickets that are chosen in the list, and the one from which a range begins. */
interface Chosen {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

const none: Chosen = { ids: new Set(), anchor: null };
const chosen = sharedValue<Chosen>(none);
/** The rows as they stand in the list, for ranges of them. */
let order: readonly string[] = [];

/** Which tickets are chosen. */
export const useChosen = (): ReadonlySet<string> => chosen.use().ids;

/** Which tickets are chosen, outside of what is drawn. */
export const chosenIds = (): ReadonlySet<string> => chosen.get().ids;

/** Says how the rows stand in the list now. */
export function setOrder(ids: readonly string[]): void {
  order = ids;
}

/** Chooses a ticket or no longer. */
export function toggleChosen(id: string): void {
  const ids = new Set(chosen.get().ids);
  if (!ids.delete(id)) ids.add(id);
  chosen.set({ ids, anchor: id });
}

/** Chooses all rows from the one that was chosen last to this one; without one, this one. */
export function chooseTo(id: string): void {
  const { ids, anchor } = chosen.get();
  chosen.set({ ids: new Set([...ids, ...rangeOf(order, anchor ?? id, id)]), anchor: id });
}

/** Chooses exactly these. */
export function chooseAll(ids: readonly string[]): void {
  chosen.set({ ids: new Set(ids), anchor: null });
}

/** Chooses none any more. */
export function clearChosen(): void {
  if (chosen.get().ids.size > 0) chosen.set(none);
}

/** The rows from one to another, whichever comes first; where the first has left the list, the second alone. */
function rangeOf(rows: readonly string[], from: string, to: string): string[] {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

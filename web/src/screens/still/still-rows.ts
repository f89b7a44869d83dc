/** What is drawn of a list that stands still, and what waits to be. */
export interface StillRows<Row> {
  rows: readonly Row[];
  /** The ids of rows that came in among those drawn. */
  added: readonly string[];
  /** The ids of rows that are in the list no more, and are drawn as they were last. */
  gone: readonly string[];
  /** How many rows would move, or go. */
  moved: number;
}

/**
 * The rows `standing` in the places they have, with the values of `fresh`, which was `before` until now. What only follows at the
 * end is added, as it moves nothing; all else waits. A row that is missing at the end of a list that goes on (`hasMore`) is
 * merely not fetched.
 */
export function stillRows<Row extends { id: string }>(
  standing: readonly Row[],
  before: readonly Row[],
  fresh: readonly Row[],
  hasMore: boolean,
): StillRows<Row> {
  const drawn = [...new Map([...standing, ...nextPage(before, fresh)].map((row) => [row.id, row])).values()];
  const places = new Map(drawn.map(({ id }, place) => [id, place]));
  const now = new Map(fresh.map((row) => [row.id, row]));
  const kept = fresh.flatMap(({ id }) => places.get(id) ?? []);
  const end = fresh.findLastIndex(({ id }) => places.has(id)) + 1;
  const fetched = hasMore ? drawn.findLastIndex(({ id }) => now.has(id)) + 1 : drawn.length;
  const gone = drawn.slice(0, fetched).flatMap(({ id }) => (now.has(id) ? [] : id));
  return {
    rows: [...drawn.map((row) => now.get(row.id) ?? row), ...(end === 0 ? [] : fresh.slice(end))],
    added: fresh
      .slice(0, end === 0 ? fresh.length : end)
      .filter(({ id }) => !places.has(id))
      .map(({ id }) => id),
    gone,
    moved: gone.length + kept.length - inOrder(kept),
  };
}

/** What a list that was fetched further has more than before. */
function nextPage<Row extends { id: string }>(before: readonly Row[], fresh: readonly Row[]): readonly Row[] {
  return before.every(({ id }, place) => id === fresh[place]?.id) ? fresh.slice(before.length) : [];
}

/** How many of these numbers can stay where they are while the others are moved until all stand in order. */
function inOrder(numbers: readonly number[]): number {
  /** The smallest number at which a run of each length ends. */
  const ends: number[] = [];
  for (const number of numbers) {
    const isLast = number > (ends.at(-1) ?? -1);
    ends[isLast ? ends.length : ends.findIndex((end) => end >= number)] = number;
  }
  return ends.length;
}

/** Repeatable chance: the same seed draws the same numbers. */
export type Random = {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** Makes a source of repeatable chance (mulberry32, 32 bits of state). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => {
      const item = list[between(0, list.length - 1)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
  };
}

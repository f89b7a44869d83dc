/** Numbers that look random and are the same in every run. */
export type Random = {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 up to but not including `below`. */
  below(below: number): number;
  /** Picks one, each with equal probability. */
  pick<T>(from: readonly T[]): T;
  /** Picks one, with a probability according to its weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T;
};

/** Makes a generator (mulberry32) from a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => present(from[below(from.length)]),
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return present(from.at(-1))[0];
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError("Nothing to choose from");
  return value;
}

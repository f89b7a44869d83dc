/** A source of chance that repeats itself with the same seed, so that a mail that got in can be made again. */
export type SeededRandom = {
  /** A whole number from 0 up to but not including `below`. */
  below(below: number): number;
  pick<T>(choices: readonly T[]): T;
  hex(length: number): string;
};

/** Makes a source of chance from a seed (the generator is Mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(choices) {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new RangeError("Nothing to choose from");
      return choice;
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(""),
  };
}

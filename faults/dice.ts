/** Repeatable chance: the same seed gives the same throws. */
export type Dice = {
  /** A whole number from 0 up to but not including `below`. */
  throw(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Returns and prints this run's seed; SEED repeats an earlier run. */
export function seedOfRun(): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`SEED=${seed}`);
  return seed;
}

/** Makes dice from a seed (mulberry32). */
export function openDice(seed: number): Dice {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    throw: (below) => Math.floor(next() * below),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
  };
}

/** How a store names its orders: what precedes and follows the number, most usual first, and how long numbers are. */
export type Habits = {
  affixes: Affix[];
  /** In digits; none while the store has no orders. */
  shortest: number;
  longest: number;
  /** The length to which shorter numbers are padded with zeros; 0 for none. */
  filledTo: number;
};
/** As words and groups of digits: "WEB-2026-0417-EU" has ["web", "2026"] and ["eu"]. */
export type Affix = { prefix: string[]; suffix: string[] };

/** An order's name, and its number as the platform counts. */
type Named = { name: string; orderNumber: string };

const maxAffixes = 6;

/** Learns from some of a store's orders how it names them. */
export function learnHabits(orders: readonly Named[]): Habits {
  const counted = new Map<string, { affix: Affix; count: number }>();
  const habits: Habits = { affixes: [], shortest: Number.POSITIVE_INFINITY, longest: 0, filledTo: 0 };
  for (const order of orders) {
    const split = splitName(order);
    if (!split) continue;
    const { prefix, digits, suffix } = split;
    const key = JSON.stringify([prefix, suffix]);
    const entry = counted.get(key) ?? { affix: { prefix, suffix }, count: 0 };
    counted.set(key, { ...entry, count: entry.count + 1 });
    habits.shortest = Math.min(habits.shortest, digits.length);
    habits.longest = Math.max(habits.longest, digits.length);
    if (digits.startsWith("0")) habits.filledTo = Math.max(habits.filledTo, digits.length);
  }
  const commonest = [...counted.values()].sort((a, b) => b.count - a.count).slice(0, maxAffixes);
  return { ...habits, affixes: commonest.map(({ affix }) => affix) };
}

/** Splits an order's name around its number: the platform's own, else the longest group of digits. */
export function splitName({ name, orderNumber }: Named): (Affix & { digits: string }) | null {
  const parts = partsOf(name);
  const counted = withoutZeros(orderNumber);
  const found = parts.findLastIndex((part) => withoutZeros(part) === counted);
  const longest = Math.max(0, ...parts.filter(isDigits).map((part) => part.length));
  const at = found >= 0 ? found : parts.findLastIndex((part) => isDigits(part) && part.length === longest);
  const digits = parts[at];
  return digits === undefined ? null : { prefix: parts.slice(0, at), digits, suffix: parts.slice(at + 1) };
}

/** A name's lookup key, as the database's order_key makes it: its words and numbers without separators. */
export function keyOf(name: string): string {
  return joinParts(partsOf(name));
}

/** Joins parts into a key in which two numbers never become one. */
export function joinParts(parts: readonly string[]): string {
  return parts.reduce((key, part) => `${key}${/\d$/.test(key) && /^\d/.test(part) ? "-" : ""}${part}`, "");
}

/** Digits without leading zeros. */
export function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

// ASCII only: other characters around a number do not tell orders apart.
function partsOf(name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).match(/[a-z]+|[0-9]+/g) ?? [];
}

function isDigits(part: string): boolean {
  return /^\d/.test(part);
}

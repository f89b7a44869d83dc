/** Whether two texts differ by one slip: a sign more, less or different, or two exchanged. */
export function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = long.length - begin - end;
  if (differing <= 1) return true;
  return (
    short.length === long.length &&
    differing === 2 &&
    short[begin] === long[begin + 1] &&
    short[begin + 1] === long[begin]
  );
}

/** How many places differ between two texts of nearly one length, counted from both ends; large for others. */
export function differences(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  if (short.length < long.length) return long.length - begin - end;
  return [...short].filter((sign, at) => sign !== long[at]).length;
}

/** Whether two texts of one length differ only by two signs that changed places. */
export function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  const places = [...one].flatMap((sign, at) => (sign === other[at] ? [] : [at]));
  const [first = 0, second = 0] = places;
  return places.length === 2 && one[first] === other[second] && one[second] === other[first];
}

/** Whether two different texts have the same signs in another order. */
export const isPermuted = (one: string, other: string): boolean =>
  one !== other && one.length === other.length && [...one].sort().join() === [...other].sort().join();

/** Whether two numbers of four or more digits differ by one slip: a digit too many, too few or another, or two exchanged. */
export function isSimilar(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4 || long.length - short.length > 1) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = long.length - begin - end;
  if (long.length > short.length) return differing <= 1;
  if (differing <= 1) return true;
  return differing === 2 && short[begin] === long[begin + 1] && short[begin + 1] === long[begin];
}

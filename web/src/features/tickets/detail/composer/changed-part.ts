/** Where a text differs from what it was before: what is new in it, in UTF-16 units; empty where something was only taken away. */
export function changedPart(before: string, text: string): { start: number; end: number } {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: text.length - same };
}

/** The index of `id` in a list; once it has left, that of what followed it before, else of what stood ahead, else the top. */
export function indexIn(id: string, before: readonly string[], now: readonly string[]): number {
  const at = now.indexOf(id);
  const was = before.indexOf(id);
  if (at >= 0 || was < 0) return Math.max(at, 0);
  const around = [...before.slice(was + 1), ...before.slice(0, was).reverse()];
  const indexes = new Map(now.map((each, index) => [each, index]));
  return indexes.get(around.find((each) => indexes.has(each)) ?? "") ?? 0;
}

/**
 * The order in which one walks through a list of tickets: as it is now, and those one has visited that left it since at the place
 * where they were, so that the way back leads to them.
 */
export function walkOrder(before: readonly string[], visited: ReadonlySet<string>, now: readonly string[]): string[] {
  const present = new Set(now);
  const order = [...now];
  let place = -1;
  for (const id of before) {
    if (present.has(id)) place = order.indexOf(id);
    else if (visited.has(id)) {
      place += 1;
      order.splice(place, 0, id);
    }
  }
  return order;
}

/**
 * The order in which a list is walked: its current order, plus visited tickets that have left it, at their former
 * places, so that the way back still leads to them.
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

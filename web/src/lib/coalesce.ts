/**
 * Wraps `run` so that the first call for an item happens at once, and all further calls for it within `ms` milliseconds
 * together at their end: a burst of a hundred events costs two fetches, a single event no delay.
 */
export function coalesce<T>(run: (item: T) => void, ms: number): (item: T) => void {
  /** The items that ran less than `ms` ago; true when they were asked for again since. */
  const recent = new Map<T, boolean>();

  function runNow(item: T) {
    recent.set(item, false);
    setTimeout(() => {
      if (recent.get(item)) runNow(item);
      else recent.delete(item);
    }, ms);
    run(item);
  }

  return (item) => {
    if (recent.has(item)) recent.set(item, true);
    else runNow(item);
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Wraps `run` so that the first call for an item happens at once, and all further calls for it while it runs or within
 * `ms` milliseconds together after that: a burst of a hundred events costs a few fetches, a single event no delay, and a
 * slow fetch is never cut short by the next event.
 */
export function coalesce<T>(run: (item: T) => Promise<unknown>, ms: number): (item: T) => void {
  /** The items that ran just now; true when they were asked for again since. */
  const recent = new Map<T, boolean>();

  async function runNow(item: T) {
    recent.set(item, false);
    await Promise.allSettled([run(item), pause(ms)]);
    if (recent.get(item)) void runNow(item);
    else recent.delete(item);
  }

  return (item) => {
    if (recent.has(item)) recent.set(item, true);
    else void runNow(item);
  };
}

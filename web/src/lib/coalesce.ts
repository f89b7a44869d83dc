/**
 * Wraps `run` so that the first call happens at once and what is asked for within the next `ms` milliseconds is done
 * together at their end: a burst of a hundred events costs two fetches, a single one no delay.
 */
export function coalesce<T>(run: (items: Set<T>) => void, ms: number): (item: T) => void {
  let waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    if (waiting.size === 0) return;
    const items = waiting;
    waiting = new Set();
    timer = setTimeout(flush, ms);
    run(items);
  }

  return (item) => {
    waiting.add(item);
    if (timer === undefined) flush();
  };
}

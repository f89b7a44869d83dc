/**
 * Waits for work up to `ms`, else throws an error that names it by `what`; later results are ignored. A suspended
 * process sees its timer fire before it reads what arrived meanwhile, so it waits once more for as long as it was
 * suspended.
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new Error(`${what} did not end in time`));
  const patienceMs = Math.max(0, ms);
  const due = performance.now() + patienceMs;
  let timer = setTimeout(() => {
    // Timers may also fire slightly early.
    const suspendedMs = Math.max(0, performance.now() - due);
    timer = setTimeout(giveUp, Math.min(patienceMs, suspendedMs));
  }, patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the result of work, or null if it takes longer; the work goes on. Uses a bare timer: aborting one of
 * `node:timers/promises` creates an error with its stack, some 60 µs, twice for each mail.
 */
export async function orNull<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

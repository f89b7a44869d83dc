/**
 * Waits for something, but no longer than this; what comes of it later is nobody's. `what` names it where it did not come. A process
 * that stood still finds that its time is over before it reads what came meanwhile, so it waits once more for as long as it stood.
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new Error(`${what} did not end in time`));
  const patienceMs = Math.max(0, ms);
  const due = performance.now() + patienceMs;
  let timer = setTimeout(() => {
    // Timers may be a little early, too.
    const stoodMs = Math.max(0, performance.now() - due);
    timer = setTimeout(giveUp, Math.min(patienceMs, stoodMs));
  }, patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What comes of work within this time, else null; it goes on. By a bare timer: to end one of `node:timers/promises`
 * makes an error with its stack, some 60 µs, and each mail has two.
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

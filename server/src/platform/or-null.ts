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

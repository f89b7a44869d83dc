/** Returns a signal that Ctrl-C or a supervisor aborts: running work then undoes what it began, and the process ends by itself. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => stop.abort(new Error("Stopped before the end: nothing of it is left")));
  return stop.signal;
}

/** Ctrl-C, a supervisor, or the terminal that went away. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves at the first signal to end, from this call on: one that comes while the server starts is obeyed when it has
 * started. Further ones (the terminal and npm both send them) change nothing.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal));
  });
}

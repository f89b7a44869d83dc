import { type CallError, isPassing } from "./failure.ts";

/** Retries what was lost on the way, three times. */
export function retryPassing(failures: number, error: unknown): boolean {
  return failures < 3 && isPassing(error);
}

/** Waits 1, 2 and 4 seconds before the tries that `retryPassing` allows. */
export function retryDelay(failures: number): number {
  return 1000 * 2 ** failures;
}

interface Retries {
  networkMode: "online" | "always";
  retry: (failures: number, error: CallError) => boolean;
  retryDelay: (failures: number) => number;
}

/** For calls that are safe to repeat and may be late: without a network they wait for one. So do all queries. */
export const waitsForNetwork: Retries = { networkMode: "online", retry: retryPassing, retryDelay };

/** For calls that are safe to repeat and somebody waits for: without a network they fail at once, and say so. */
export const failsOffline: Retries = {
  networkMode: "always",
  retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
  retryDelay,
};

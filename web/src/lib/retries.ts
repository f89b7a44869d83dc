import { type CallError, mayComeAgain, secondsToWait } from "./failure.ts";

/** Retries what was lost on the way, or was too much at once, three times. */
export function retryPassing(failures: number, error: unknown): boolean {
  return failures < 3 && mayComeAgain(error);
}

/** Waits 1, 2 and 4 seconds before the tries that `retryPassing` allows, or as long as the server asks for. */
export function retryDelay(failures: number, error: unknown): number {
  const seconds = secondsToWait(error);
  // All that were refused together would come back together.
  return seconds === null ? 1000 * 2 ** failures : seconds * 1000 * (1 + Math.random() / 2);
}

interface Retries {
  networkMode: "online" | "always";
  retry: (failures: number, error: CallError) => boolean;
  retryDelay: (failures: number, error: CallError) => number;
}

/** For calls that are safe to repeat and may be late: without a network they wait for one. So do all queries. */
export const waitsForNetwork: Retries = { networkMode: "online", retry: retryPassing, retryDelay };

/** For calls that are safe to repeat and somebody waits for: without a network they fail at once, and say so. */
export const failsOffline: Retries = {
  networkMode: "always",
  retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
  retryDelay,
};

/** Tries again what was lost on the way, for as long as `goesOn` says so. */
export async function retried<Answer>(attempt: () => Promise<Answer>, goesOn: () => boolean): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!goesOn() || !retryPassing(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, error)));
    }
  }
}

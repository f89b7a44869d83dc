import { type CallError, mayComeAgain, secondsToWait } from "./failure.ts";

/** Retries lost connections and rate limits three times. */
export function retryPassing(failures: number, error: unknown): boolean {
  return failures < 3 && mayComeAgain(error);
}

/** Waits 1, 2 and 4 seconds before the retries, or as long as the server asks. */
export function retryDelay(failures: number, error: unknown): number {
  const seconds = secondsToWait(error);
  // Randomized, as all clients refused together would return together.
  return seconds === null ? 1000 * 2 ** failures : seconds * 1000 * (1 + Math.random() / 2);
}

interface Retries {
  networkMode: "online" | "always";
  retry: (failures: number, error: CallError) => boolean;
  retryDelay: (failures: number, error: CallError) => number;
}

/** For idempotent calls that may be late: offline they wait for the network. All queries do so. */
export const waitsForNetwork: Retries = { networkMode: "online", retry: retryPassing, retryDelay };

/** For idempotent calls that a user waits for: offline they fail at once. */
export const failsOffline: Retries = {
  networkMode: "always",
  retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
  retryDelay,
};

/** Retries lost connections while `goesOn` returns true. */
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

import { setTimeout as sleep } from "node:timers/promises";

/** What can go wrong with a request, as it does with Shopify. */
export const faultKinds = [
  "429",
  "500",
  "502",
  "slow",
  "cut",
  "truncated",
  "throttled",
  "revoked",
  "html",
  "nulls",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** In words, for the control page. */
export const faultWords: Record<FaultKind, string> = {
  "429": "429 with Retry-After",
  "500": "500 Internal Server Error",
  "502": "502 from a gateway, as a page",
  slow: "no answer for half a minute",
  cut: "connection cut",
  truncated: "half of the answer",
  throttled: "THROTTLED by GraphQL",
  revoked: "401, as for a revoked token",
  html: "a page of HTML with status 200",
  nulls: "null wherever the schema allows it",
};

export type Fault = {
  kind: FaultKind;
  /** How many requests it meets; without it, all until the faults are cleared. */
  count?: number;
  /** How many requests pass before the first one. */
  after?: number;
  /** Which requests: of the API, or for tokens. */
  on?: "graphql" | "token";
  /** Only this store. */
  shop?: string;
  /** For "slow" in milliseconds, for "429" the Retry-After in seconds. */
  delay?: number;
};

export type Faults = {
  add(fault: Fault): void;
  /** Ends all of them: who was kept waiting is answered now. */
  clear(): void;
  /** Waits as long as a fault says, at most until they are cleared. */
  keepWaiting(ms: number): Promise<void>;
  /** Which are waiting, for the control page. */
  list(): readonly Fault[];
  /** The fault that this request meets, which counts it. */
  take(on: "graphql" | "token", shop: string): Fault | null;
};

export function openFaults(): Faults {
  let faults: Fault[] = [];
  let cleared = new AbortController();
  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => {
      faults = [];
      cleared.abort();
      cleared = new AbortController();
    },
    keepWaiting: (ms) =>
      // Cleared meanwhile is as good as over.
      sleep(ms, undefined, { ref: false, signal: cleared.signal }).catch(() => undefined),
    list: () => faults,
    take(on, shop) {
      const fits = (fault: Fault) => (fault.on ?? "graphql") === on && (fault.shop ?? shop) === shop;
      const fault = faults.find(fits);
      if (!fault) return null;
      if (fault.after) {
        fault.after -= 1;
        return null;
      }
      if (fault.count !== undefined) fault.count -= 1;
      faults = faults.filter((one) => one.count === undefined || one.count > 0);
      return fault;
    },
  };
}

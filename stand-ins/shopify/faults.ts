import { setTimeout as sleep } from "node:timers/promises";

/** The ways in which a request can fail, as they occur with Shopify. */
export const faultKinds = [
  "429",
  "500",
  "502",
  "slow",
  "cut",
  "lost",
  "late",
  "truncated",
  "throttled",
  "revoked",
  "html",
  "nulls",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The faults in words, for the control page. */
export const faultWords: Record<FaultKind, string> = {
  "429": "429 with Retry-After",
  "500": "500 Internal Server Error",
  "502": "502 from a gateway, as a page",
  slow: "no answer for half a minute",
  cut: "connection cut",
  lost: "done, and the connection cut before the answer",
  late: "connection cut, and done half a minute later",
  truncated: "half of the answer",
  throttled: "THROTTLED by GraphQL",
  revoked: "401, as for a revoked token",
  html: "a page of HTML with status 200",
  nulls: "null wherever the schema allows it",
};

export type Fault = {
  kind: FaultKind;
  /** How many requests it affects; by default all until faults are cleared. */
  count?: number;
  /** How many requests pass before the first affected one. */
  after?: number;
  /** Which requests it affects: those of the API, or those for tokens. */
  on?: "graphql" | "token";
  /** A text that the request has, such as the name of a mutation. */
  asking?: string;
  /** For "slow" and "late" the milliseconds, for "429" the Retry-After in seconds. */
  delay?: number;
};

/** A fault at the stores that it affects: one by its domain, or with null every store. */
type FaultAt = Fault & { shop: string | null };

export type Faults = {
  add(fault: FaultAt): void;
  /** Ends all faults: delayed requests are answered now. */
  clear(): void;
  /** Waits as long as a fault says, at most until faults are cleared. */
  keepWaiting(ms: number): Promise<void>;
  /** The pending faults, for the control page. */
  list(): readonly FaultAt[];
  /** Returns the fault that affects this request, and counts it. */
  take(on: "graphql" | "token", shop: string, body?: string): Fault | null;
};

export function openFaults(): Faults {
  let faults: FaultAt[] = [];
  let cleared = new AbortController();
  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => {
      faults = [];
      cleared.abort();
      cleared = new AbortController();
    },
    keepWaiting: (ms) =>
      // Clearing ends the wait as well.
      sleep(ms, undefined, { ref: false, signal: cleared.signal }).catch(() => undefined),
    list: () => faults,
    take(on, shop, body = "") {
      const fits = (fault: FaultAt) =>
        (fault.on ?? "graphql") === on && (fault.shop ?? shop) === shop && body.includes(fault.asking ?? "");
      const fault = faults.find(fits);
      if (!fault) return null;
      if (fault.after) {
        fault.after -= 1;
        return null;
      }
      if (fault.count !== undefined) fault.count -= 1;
      faults = faults.filter((fault) => fault.count === undefined || fault.count > 0);
      return fault;
    },
  };
}

import type { Places } from "../../fair-queue.ts";
import type { Pace } from "./token-buckets.ts";

/**
 * What a request is: one that is answered at once, one that costs as much as many others do, or one that carries a file, for as
 * long as that takes over a slow line.
 */
export type Work = "quick" | "heavy" | "files";

/** What one person, and all people of a store, may ask. */
export type RequestBudget = {
  pace: { person: Pace; store: Pace };
  /** Of a store, and of each of its people. */
  atOnce: Record<Work, Places>;
  /** How long a request waits until it is due, and again until it has a place, before it is refused. */
  patienceMs: number;
};

const burstSeconds = 10;
const peopleOfStore = 10;

/**
 * The budget of a person who may ask so much a second on average (docs/product.md#how-much-may-be-asked); everything else follows
 * from that. A store's is that of ten people who all ask without a rest.
 */
export function budgetFor(perSecond: number): RequestBudget {
  const ofStore = perSecond * peopleOfStore;
  return {
    pace: {
      person: { perSecond, burst: perSecond * burstSeconds },
      store: { perSecond: ofStore, burst: ofStore * burstSeconds },
    },
    atOnce: {
      quick: { member: 12, group: 40 },
      heavy: { member: 4, group: 12 },
      files: { member: 24, group: 80 },
    },
    patienceMs: 5_000,
  };
}

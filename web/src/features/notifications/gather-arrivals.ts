import type { EventPayloads } from "@deskhand/contract/events";

/** A notification that has just arrived. */
export type Arrival = Pick<EventPayloads["notification.created"], "id" | "type" | "ticketId">;

/** Notifications that are shown together. */
export interface Burst {
  /** Stays the same while the burst grows. */
  id: string;
  all: readonly Arrival[];
}

interface Gathering {
  /** Shows a burst, or updates it with later arrivals. */
  show: (burst: Burst) => Promise<void>;
  /** Whether a burst is still visible. */
  isSeen: (id: string) => boolean;
}

/** How long the first of a burst waits for others. */
const GATHER_MS = 250;
/** Arrivals within this time of the last join its burst; also how often a growing burst is updated. */
const TOGETHER_MS = 1_000;

/**
 * Groups notifications into bursts: arrivals within a second are shown together, and a burst that is still visible
 * grows instead of being followed by another.
 */
export function gatherArrivals({ show, isSeen }: Gathering): (arrival: Arrival) => void {
  let count = 0;
  let burst = startBurst();
  let showing: Promise<void> = Promise.resolve();
  let isShowing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function startBurst() {
    return { id: `burst-${++count}`, all: new Map<string, Arrival>(), lastAt: 0, shownAt: 0 };
  }

  function grows(now: number): boolean {
    if (burst.shownAt === 0 || isShowing) return true;
    return isSeen(burst.id) && (burst.all.size > 1 || now - burst.lastAt < TOGETHER_MS);
  }

  function showNow() {
    timer = undefined;
    burst.shownAt = Date.now();
    showing = showAfter(showing, burst);
  }

  /** In order, or an older count might be shown after a newer one. */
  async function showAfter(before: Promise<void>, { id, all }: typeof burst) {
    isShowing = true;
    await Promise.allSettled([before]);
    try {
      isShowing = true;
      await show({ id, all: [...all.values()] });
    } finally {
      isShowing = false;
    }
  }

  return (arrival) => {
    const now = Date.now();
    // While an update is pending, it remains the same burst even if just closed, so that no later arrival is lost.
    if (timer === undefined && !grows(now)) burst = startBurst();
    burst.all.set(arrival.id, arrival);
    burst.lastAt = now;
    timer ??= setTimeout(showNow, burst.shownAt === 0 ? GATHER_MS : Math.max(0, burst.shownAt + TOGETHER_MS - now));
  };
}

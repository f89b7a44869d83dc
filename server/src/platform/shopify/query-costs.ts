/** Shopify's report of an app's bucket at a store, in points (shopify.dev: API limits, "Calculated query costs"). */
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

type Bucket = ThrottleStatus & { at: number };

/** Tracks the points left at a store, as far as this process knows, so that it waits instead of being refused. */
export class QueryCosts {
  #bucket: Bucket | null = null;
  readonly #costs = new WeakMap<object, number>();

  /** Takes a query's last known cost from the bucket; returns 0, or the ms to wait until there are enough points. */
  take(query: object, now: number): number {
    const cost = this.#costs.get(query) ?? 0;
    const bucket = this.#bucket;
    if (!bucket || cost === 0 || cost > bucket.maximumAvailable) return 0;
    const available = availableAt(bucket, now);
    if (available < cost) return waitFor(cost - available, bucket.restoreRate);
    this.#bucket = { ...bucket, currentlyAvailable: available - cost, at: now };
    return 0;
  }

  /** Updates cost and bucket from an answer; returns in how many ms the query could be repeated. */
  learn(query: object, cost: number, status: ThrottleStatus, now: number): number {
    this.#costs.set(query, cost);
    this.#bucket = { ...status, at: now };
    return waitFor(cost - status.currentlyAvailable, status.restoreRate);
  }
}

function availableAt({ currentlyAvailable, maximumAvailable, restoreRate, at }: Bucket, now: number): number {
  return Math.min(maximumAvailable, currentlyAvailable + (Math.max(0, now - at) / 1000) * restoreRate);
}

function waitFor(points: number, restoreRate: number): number {
  return points <= 0 || restoreRate <= 0 ? 0 : Math.ceil((points / restoreRate) * 1000);
}

const stores = new Map<string, QueryCosts>();
const mostStores = 1_000;

/** Returns the costs of a store, shared by all callers. */
export function costsAt(storeUrl: string): QueryCosts {
  const known = stores.get(storeUrl);
  if (known) return known;
  if (stores.size >= mostStores) stores.clear();
  const costs = new QueryCosts();
  stores.set(storeUrl, costs);
  return costs;
}

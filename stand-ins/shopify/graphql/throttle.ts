import type { Pricing } from "./query-cost.ts";

/** How much an app may query a store. */
export type ThrottleOptions = {
  /** The points in a full bucket, and those restored per second; Shopify's standard plan has 2,000 and 100. */
  maximumAvailable: number;
  restoreRate: number;
  /** The highest cost of one query. */
  largestQuery: number;
  pricing: Pricing;
  /** If off, any query within the limit passes, and the bucket is reported as full. */
  isOn: boolean;
};

/** The points in a bucket at a time (milliseconds). */
export type Bucket = { available: number; at: number };
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

export function fullBucket({ maximumAvailable }: ThrottleOptions, now: number): Bucket {
  return { available: maximumAvailable, at: now };
}

/** Takes a query's points from the bucket; false if there are too few, and then it takes none. */
export function takePoints(options: ThrottleOptions, bucket: Bucket, points: number, now: number): boolean {
  refill(options, bucket, now);
  if (!options.isOn) return true;
  if (bucket.available < points) return false;
  bucket.available -= points;
  return true;
}

/** Returns the points that a query did not need. */
export function givePointsBack(options: ThrottleOptions, bucket: Bucket, points: number, now: number): void {
  refill(options, bucket, now);
  if (options.isOn) bucket.available = Math.min(options.maximumAvailable, bucket.available + points);
}

export function statusOf({ maximumAvailable, restoreRate }: ThrottleOptions, { available }: Bucket): ThrottleStatus {
  return { maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate };
}

function refill({ maximumAvailable, restoreRate, isOn }: ThrottleOptions, bucket: Bucket, now: number): void {
  const restored = (Math.max(0, now - bucket.at) / 1000) * restoreRate;
  bucket.available = isOn ? Math.min(maximumAvailable, bucket.available + restored) : maximumAvailable;
  bucket.at = now;
}

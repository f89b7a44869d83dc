import type { Pricing } from "./query-cost.ts";

/** How much an app may ask of a store. */
export type ThrottleOptions = {
  /** Points that the bucket holds, and that come back each second; Shopify's standard plan has 2,000 and 100. */
  maximumAvailable: number;
  restoreRate: number;
  /** Points of one query at most. */
  largestQuery: number;
  pricing: Pricing;
  /** Off lets everything through that one query may cost, and reports a full bucket. */
  isOn: boolean;
};

/** How full a bucket was, and when (milliseconds). */
export type Bucket = { available: number; at: number };
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

export function fullBucket({ maximumAvailable }: ThrottleOptions, now: number): Bucket {
  return { available: maximumAvailable, at: now };
}

/** Takes the points of a query out; false when there are not enough, and nothing is taken. */
export function takePoints(options: ThrottleOptions, bucket: Bucket, points: number, now: number): boolean {
  refill(options, bucket, now);
  if (!options.isOn) return true;
  if (bucket.available < points) return false;
  bucket.available -= points;
  return true;
}

/** Puts back what a query cost less than it might have. */
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

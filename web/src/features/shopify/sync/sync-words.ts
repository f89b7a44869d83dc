import type { Sync } from "@deskhand/contract/shopify";

/** What each kind of sync is called. */
export const syncNames: Record<Sync["kind"], string> = {
  full: "Full Sync",
  incremental: "Incremental Sync",
  backfill: "First import, in the background",
};

/** How many of something there are: "1 error", "1,200 orders". */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;
}

import { limits } from "@deskhand/contract/limits";
import type { ActorContext } from "../../platform/http/context.ts";
import { countTickets } from "../tickets/index.ts";
import { selectViews } from "./views.queries.ts";

type Viewed = { id: string; count: number; isCapped: boolean };

/** How many tickets each view of somebody's shows, up to a cap (docs/product.md#saved-views). */
export async function countViewed(context: Pick<ActorContext, "actor" | "read" | "withTenant">): Promise<Viewed[]> {
  const { actor, read, withTenant } = context;
  const views = await withTenant((tx) => selectViews(tx, actor.userId));
  const counted: Viewed[] = [];
  // One after the other: who has many views takes one connection and not all of them.
  for (const { id, filter } of views) {
    const total = await countTickets(read, actor, filter, limits.viewCountCap);
    const isCapped = total > limits.viewCountCap;
    counted.push({ id, count: isCapped ? limits.viewCountCap : total, isCapped });
  }
  return counted;
}

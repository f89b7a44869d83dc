import type { ViewFilter } from "@deskhand/contract/desk/views";
import { limits } from "@deskhand/contract/limits";
import type { ActorContext } from "../../platform/http/context.ts";
import { listTickets } from "../tickets/index.ts";
import { selectViews } from "./views.queries.ts";

type Viewed = { id: string; count: number; isCapped: boolean };

/** How many tickets each view of somebody's shows, up to a cap (docs/product.md#saved-views). */
export async function countViewed(context: Pick<ActorContext, "actor" | "read" | "withTenant">): Promise<Viewed[]> {
  const { actor, withTenant } = context;
  const views = await withTenant((tx) => selectViews(tx, actor.userId));
  const counted: Viewed[] = [];
  // One after the other: who has many views takes one connection and not all of them.
  for (const { id, filter } of views) counted.push({ id, ...(await countTickets(context, filter)) });
  return counted;
}

type Asking = Pick<ActorContext, "actor" | "read">;

async function countTickets({ actor, read }: Asking, filter: ViewFilter): Promise<Omit<Viewed, "id">> {
  const { total } = await listTickets(read, actor, { ...filter, limit: 1 });
  const isCapped = total > limits.viewCountCap;
  return { count: isCapped ? limits.viewCountCap : total, isCapped };
}

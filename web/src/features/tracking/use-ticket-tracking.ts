import type { TicketTracking } from "@deskhand/contract/tracking";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";

/** What is known of a ticket's customer, orders and parcels. */
export function useTicketTracking(ticketId: string) {
  const { can } = useSession();
  return useQuery(api.tracking.ofTicket.queryOptions({ input: { ticketId }, enabled: can("orders:read") }));
}

/**
 * The order that a ticket is about: with the number that somebody kept, else what was found of the customer's own. Somebody
 * else's order, which was only named, is none.
 */
export function orderOf(tracking: Pick<TicketTracking, "saved" | "savedOrder" | "savedDoubt" | "found">) {
  const { saved, savedOrder, savedDoubt, found } = tracking;
  if (saved !== null) return savedOrder && { order: savedOrder, certainty: "saved" as const, doubt: savedDoubt };
  const [best] = found;
  return best === undefined || best.certainty === "other" ? null : best;
}

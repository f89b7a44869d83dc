import { limits } from "@deskhand/contract/limits";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";

/** What is known of a ticket's customer, orders and parcels. */
export function useTicketTracking(ticketId: string) {
  const { can } = useSession();
  return useQuery(api.tracking.ofTicket.queryOptions({ input: { ticketId }, enabled: can("orders:read") }));
}

/** The customer's orders that a ticket may be about, the likeliest first, while neither a colleague nor the customer says which of them it is. */
export function ordersToChoose({ saved, found }: Pick<TicketTracking, "saved" | "found">) {
  const theirs = found.filter(({ certainty }) => certainty !== "other");
  const isSettled = saved !== null || theirs.filter(({ certainty }) => certainty === "certain").length === 1;
  return isSettled ? [] : theirs.slice(0, limits.ordersOnTicket).map(({ order }) => order);
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

/** "#1042" of "#1042" as well as of "1042". */
export function orderTitle(name: string): string {
  return `#${name.trim().replace(/^#+\s*/, "")}`;
}

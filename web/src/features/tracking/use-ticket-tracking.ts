import { limits } from "@deskhand/contract/limits";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";

/** The ticket's customer, orders and parcels. */
export function useTicketTracking(ticketId: string) {
  const { can } = useSession();
  return useQuery(api.tracking.ofTicket.queryOptions({ input: { ticketId }, enabled: can("orders:read") }));
}

/**
 * Returns the customer's orders that the ticket may be about, likeliest first, until a colleague or the customer says
 * which.
 */
export function ordersToChoose({ saved, found }: Pick<TicketTracking, "saved" | "found">) {
  const customersOwn = found.filter(({ certainty }) => certainty !== "other");
  const isSettled = saved !== null || customersOwn.filter(({ certainty }) => certainty === "certain").length === 1;
  return isSettled ? [] : customersOwn.slice(0, limits.ordersOnTicket).map(({ order }) => order);
}

/**
 * Returns the ticket's order: the saved one, else one found among the customer's own. Somebody else's order that was
 * only named does not count.
 */
export function orderOf(tracking: Pick<TicketTracking, "saved" | "savedOrder" | "savedDoubt" | "found">) {
  const { saved, savedOrder, savedDoubt, found } = tracking;
  if (saved !== null) return savedOrder && { order: savedOrder, certainty: "saved" as const, doubt: savedDoubt };
  const [best] = found;
  return best === undefined || best.certainty === "other" ? null : best;
}

/** Formats both "1042" and "#1042" as "#1042". */
export function orderTitle(name: string): string {
  return `#${name.trim().replace(/^#+\s*/, "")}`;
}

import { useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

/** How many tickets are active, for the sidebar; null until it is known. */
export function useTicketCount(): number | null {
  const { data } = useQuery(api.tickets.list.queryOptions({ input: { limit: 1 }, select: (list) => list.activeCount }));
  return data ?? null;
}

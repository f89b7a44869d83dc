import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";

/** Not under the endpoints' key: each read asks Shopify, and what was looked at stays until somebody wants it anew. */
const keyOf = (orderId: string) => ["order-look", orderId];

/** An order as Shopify has it now; asked for once it is wanted. */
export function useOrderLook(orderId: string, isWanted: boolean) {
  const options = api.orderActions.look.queryOptions({ input: { orderId } });
  return useQuery({
    ...options,
    ...failsOffline,
    queryKey: keyOf(orderId),
    enabled: isWanted,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns what marks a look as outdated, so that the next menu or dialog asks anew. */
export function useForgetLook(orderId: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keyOf(orderId), refetchType: "none" });
}

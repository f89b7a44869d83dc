import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** Returns the names of webhooks by id: null for one that was deleted, "…" while they load. They are read only where `isNeeded`. */
export function useWebhookNames(isNeeded: boolean): (id: string) => string | null {
  const { data } = useQuery(api.webhooks.list.queryOptions({ enabled: isNeeded }));
  return (id) => (data === undefined ? "…" : (data.items.find((webhook) => webhook.id === id)?.name ?? null));
}

import { useQuery } from "@tanstack/react-query";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";

/** Returns the names of what rules refer to, by id: null for what is gone, or not known yet. */
export function useRuleNames(): (id: string) => string | null {
  const { nameOf } = useColleagues();
  const { data } = useQuery(api.webhooks.list.queryOptions());
  return (id) => nameOf(id) ?? data?.items.find((webhook) => webhook.id === id)?.name ?? null;
}

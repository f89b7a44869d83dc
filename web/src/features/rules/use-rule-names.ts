import { useQuery } from "@tanstack/react-query";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";
import { useResponses } from "./use-responses.ts";

/** Returns the names of what rules refer to, by id: null for what is gone, "…" until all are read. */
export function useRuleNames(): (id: string) => string | null {
  const { isLoaded: knowsPeople, nameOf } = useColleagues();
  const { data } = useQuery(api.webhooks.list.queryOptions());
  const { responses, isLoaded: knowsResponses } = useResponses();
  const isRead = knowsPeople && data !== undefined && knowsResponses;
  return (id) =>
    nameOf(id) ??
    data?.items.find((webhook) => webhook.id === id)?.name ??
    responses.find((response) => response.id === id)?.title ??
    (isRead ? null : "…");
}

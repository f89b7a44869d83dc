import type { Teams } from "@deskhand/contract/admin/teams";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const FRESH_MS = 60_000;
const noTeams: Teams = { items: [], away: [] };

/** Returns the store's teams, their names by id (null while unknown, or deleted), and who is away; nothing is fetched unless wanted. */
export function useTeams(isWanted = true) {
  const query = api.teams.list.queryOptions({ staleTime: FRESH_MS });
  const { data } = useQuery({ ...query, enabled: isWanted });
  const { items, away } = data ?? noTeams;
  return {
    isLoaded: data !== undefined,
    teams: items,
    teamName: (id: string) => items.find((each) => each.id === id)?.name ?? null,
    isAway: (userId: string) => away.some((each) => each.userId === userId),
  };
}

import type { Colleague } from "@deskhand/contract/team";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const FRESH_MS = 60_000;
const noColleagues: Colleague[] = [];

/** Returns all people of the store, former ones included, and their names by id: null while a name is unknown. */
export function useColleagues(): { colleagues: Colleague[]; nameOf: (id: string) => string | null } {
  const { data } = useQuery(api.team.list.queryOptions({ staleTime: FRESH_MS }));
  const colleagues = data?.items ?? noColleagues;
  return { colleagues, nameOf: (id) => colleagues.find((each) => each.id === id)?.name ?? null };
}

import type { Colleague } from "@deskhand/contract/team";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const FRESH_MS = 60_000;
const noColleagues: Colleague[] = [];

interface Colleagues {
  colleagues: Colleague[];
  isLoaded: boolean;
  nameOf: (id: string) => string | null;
}

/** Returns all people of the store, former ones included, and their names by id: null while a name is unknown. */
export function useColleagues(): Colleagues {
  const { data } = useQuery(api.team.list.queryOptions({ staleTime: FRESH_MS }));
  const colleagues = data?.items ?? noColleagues;
  const isLoaded = data !== undefined;
  return { colleagues, isLoaded, nameOf: (id) => colleagues.find((each) => each.id === id)?.name ?? null };
}

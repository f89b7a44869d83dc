import type { Colleague } from "@deskhand/contract/team";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const FRESH_MS = 60_000;
const nobody: Colleague[] = [];

/** Everybody of the store, those who left included, and the name of each by id: null where it is not known yet. */
export function useColleagues(): { colleagues: Colleague[]; nameOf: (id: string) => string | null } {
  const { data } = useQuery(api.team.list.queryOptions({ staleTime: FRESH_MS }));
  const colleagues = data?.items ?? nobody;
  return { colleagues, nameOf: (id) => colleagues.find((each) => each.id === id)?.name ?? null };
}

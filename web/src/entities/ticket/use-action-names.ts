import { useColleagues } from "../person/use-colleagues.ts";
import { useTeams } from "../person/use-teams.ts";

/** Returns the names of the people and teams that actions name, by id: null for who is gone, "…" until all are read. */
export function useActionNames(): (id: string) => string | null {
  const { isLoaded: knowsPeople, nameOf } = useColleagues();
  const { isLoaded: knowsTeams, teamName } = useTeams();
  return (id) => nameOf(id) ?? teamName(id) ?? (knowsPeople && knowsTeams ? null : "…");
}

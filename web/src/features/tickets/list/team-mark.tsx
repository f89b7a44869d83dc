import { Users } from "lucide-react";
import { useTeams } from "../../../entities/person/use-teams.ts";

/** The team of a ticket, where the row has room. */
export function TeamMark({ teamId }: { teamId: string }) {
  const name = useTeams().teamName(teamId);
  if (name === null) return null;
  return (
    <span
      title={`Team: ${name}`}
      className="relative hidden min-w-0 items-center gap-1 text-faint text-xs @min-[60rem]:inline-flex"
    >
      <Users size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">Team: </span>
      <bdi className="truncate">{name}</bdi>
    </span>
  );
}

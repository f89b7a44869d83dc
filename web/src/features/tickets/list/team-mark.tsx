import { Users } from "lucide-react";
import { useTeams } from "../../../entities/person/use-teams.ts";
import { Badge } from "../../../ui/badge.tsx";

/** The team of a ticket, beside its tags. */
export function TeamMark({ teamId }: { teamId: string }) {
  const name = useTeams().teamName(teamId);
  if (name === null) return null;
  return (
    <span title={`Team: ${name}`} className="flex min-w-0 shrink-0">
      <Badge icon={<Users size={11} aria-hidden className="shrink-0" />}>
        <span className="sr-only">Team: </span>
        <bdi className="max-w-24 truncate">{name}</bdi>
      </Badge>
    </span>
  );
}

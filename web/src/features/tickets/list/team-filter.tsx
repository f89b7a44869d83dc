import { ticketFilters } from "@deskhand/contract/vocabulary";
import { useId } from "react";
import { useTeams } from "../../../entities/person/use-teams.ts";
import { ChipPopover } from "./chip-popover.tsx";
import type { TicketListFilter } from "./ticket-list-filter.ts";

interface TeamFilterProps {
  filter: TicketListFilter;
  onChange: (filter: TicketListFilter) => void;
}

/** Chooses a team's tickets, or those without one; absent in a store without teams. */
export function TeamFilter({ filter, onChange }: TeamFilterProps) {
  const { teams } = useTeams();
  const name = useId();
  if (teams.length === 0 && filter.team === "") return null;
  const { label } = ticketFilters.team;
  const choices = [
    { id: "", text: "Any team" },
    { id: "nobody", text: "No team" },
    ...teams.map((team) => ({ id: team.id, text: team.name })),
  ];
  return (
    <ChipPopover label={label} count={filter.team === "" ? 0 : 1}>
      <fieldset className="flex max-h-80 w-56 flex-col gap-2.5 overflow-y-auto p-0.5">
        <legend className="sr-only">{label}</legend>
        {choices.map(({ id, text }) => (
          <label key={id} className="inline-flex items-center gap-2 text-soft hover:text-ink">
            <input
              type="radio"
              name={name}
              className="tick cursor-pointer"
              data-autofocus={id === filter.team || undefined}
              checked={id === filter.team}
              onChange={() => onChange({ ...filter, team: id })}
            />
            <bdi className="min-w-0 truncate" title={text}>
              {text}
            </bdi>
          </label>
        ))}
      </fieldset>
    </ChipPopover>
  );
}

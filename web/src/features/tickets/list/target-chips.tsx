import { ticketFilters } from "@deskhand/contract/vocabulary";
import { usePolicies } from "../../../entities/ticket/use-targets.ts";
import { Chip } from "../../../ui/form/chip.tsx";
import { type TicketListFilter, toggleActive } from "./ticket-list-filter.ts";

const names = ["atRisk", "breached"] as const;

interface TargetChipsProps {
  filter: TicketListFilter;
  onChange: (filter: TicketListFilter) => void;
}

/** The chips of targets, in stores that have some. */
export function TargetChips({ filter, onChange }: TargetChipsProps) {
  const hasTargets = usePolicies()?.some(({ isOn }) => isOn) ?? false;
  if (!hasTargets && !names.some((name) => filter[name])) return null;
  return (
    <fieldset className="relative flex items-center gap-1.5 sm:flex-wrap short:flex-nowrap short:shrink-0">
      <legend className="sr-only">Targets</legend>
      {names.map((name) => (
        <Chip key={name} pressed={filter[name]} onClick={() => onChange(toggleActive(filter, name))}>
          {ticketFilters[name].label}
        </Chip>
      ))}
    </fieldset>
  );
}

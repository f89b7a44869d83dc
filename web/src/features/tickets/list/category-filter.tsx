import { type TicketCategory, ticketCategories } from "@deskhand/contract/vocabulary";
import { ChevronDown } from "lucide-react";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import { toggled } from "./ticket-list-filter.ts";

interface CategoryFilterProps {
  chosen: TicketCategory[];
  onChange: (chosen: TicketCategory[]) => void;
}

/** Chooses categories from a list that hangs on a chip. */
export function CategoryFilter({ chosen, onChange }: CategoryFilterProps) {
  return (
    <Popover
      label="Category"
      align="start"
      className="p-3"
      trigger={(props) => (
        <Chip {...props} pressed={chosen.length > 0} className="inline-flex items-center gap-1.5">
          Category
          {chosen.length > 0 && <span className="tabular">{chosen.length}</span>}
          <ChevronDown size={13} aria-hidden />
        </Chip>
      )}
    >
      {() => (
        <div className="flex flex-col gap-2.5">
          {ticketCategories.map((category, index) => (
            <Checkbox
              key={category}
              label={category}
              data-autofocus={index === 0 || undefined}
              checked={chosen.includes(category)}
              onChange={() => onChange(toggled(chosen, category))}
            />
          ))}
        </div>
      )}
    </Popover>
  );
}

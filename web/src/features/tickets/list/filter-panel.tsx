import { limits } from "@deskhand/contract/limits";
import { type TicketCategory, ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SearchBox } from "../../../screens/search-box.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import { isFiltered, statusText, type TicketListFilter, toggled, toggleStatus } from "./ticket-list-filter.ts";

interface FilterPanelProps {
  id: string;
  filter: TicketListFilter;
  onChange: (filter: TicketListFilter) => void;
  onClear: () => void;
}

/** Search, status, priority and category of the tickets shown (docs/product.md#the-list). */
export function FilterPanel({ id, filter, onChange, onClear }: FilterPanelProps) {
  const [clears, setClears] = useState(0);

  function clear() {
    // What is being typed has not been asked for yet, and must not be after this: the field begins anew.
    setClears(clears + 1);
    onClear();
  }

  return (
    <section
      id={id}
      aria-label="Filters"
      className="mt-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2 max-sm:mt-2.5 max-sm:gap-x-2 sm:rounded-panel sm:border sm:border-line sm:bg-panel sm:p-2.5"
    >
      <SearchBox
        key={clears}
        noun="tickets"
        delayMs={limits.searchDebounceMs}
        search={filter.search}
        onSearch={(search) => onChange({ ...filter, search })}
      />
      {/* One line to be scrolled on phones, so that tickets are seen without scrolling the page. */}
      <div className="flex items-center gap-x-3.5 max-sm:min-w-0 max-sm:flex-1 max-sm:overflow-x-auto max-sm:p-0.5 sm:contents">
        <Chips label="Status">
          {ticketStatuses.map((status) => (
            <Chip
              key={status}
              pressed={filter.status.includes(status)}
              onClick={() => onChange(toggleStatus(filter, status))}
            >
              {statusText(status)}
            </Chip>
          ))}
        </Chips>
        <Chips label="Priority">
          {ticketPriorities.map((priority) => (
            <Chip
              key={priority}
              pressed={filter.priority.includes(priority)}
              onClick={() => onChange({ ...filter, priority: toggled(filter.priority, priority) })}
            >
              {priority}
            </Chip>
          ))}
        </Chips>
        <CategoryFilter chosen={filter.category} onChange={(category) => onChange({ ...filter, category })} />
      </div>
      <Button variant="ghost" size="sm" className="ml-auto" disabled={!isFiltered(filter)} onClick={clear}>
        Clear
      </Button>
    </section>
  );
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="relative flex items-center gap-1.5 sm:flex-wrap xl:not-first-of-type:before:absolute xl:not-first-of-type:before:-left-1.75 xl:not-first-of-type:before:h-4.5 xl:not-first-of-type:before:border-line xl:not-first-of-type:before:border-l">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

/** Chooses categories from a list that hangs on a chip. */
function CategoryFilter({
  chosen,
  onChange,
}: {
  chosen: TicketCategory[];
  onChange: (chosen: TicketCategory[]) => void;
}) {
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

import { limits } from "@deskhand/contract/limits";
import { type TicketCategory, ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FilterSearchBox } from "../../../screens/search/filter-search-box.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import {
  isFiltered,
  statusText,
  type TicketListFilter,
  toggleActive,
  toggleAssignee,
  toggled,
  toggleStatus,
} from "./ticket-list-filter.ts";

const TagFilter = loadLater(() => import("./tag-filter.tsx").then(({ TagFilter }) => TagFilter));

interface FilterPanelProps {
  id: string;
  filter: TicketListFilter;
  /** Absent until loaded. */
  snoozedCount: number | undefined;
  /** The listed tickets' tags, as suggestions. */
  tags: readonly string[];
  onChange: (filter: TicketListFilter) => void;
  onClear: () => void;
}

/** The list's filters: search, status, priority, category, tags and who answers next (docs/product.md#the-list). */
export function FilterPanel({ id, filter, snoozedCount, tags, onChange, onClear }: FilterPanelProps) {
  const [clears, setClears] = useState(0);

  function clear() {
    // Typed but unapplied text must not apply afterwards: the field is remounted.
    setClears(clears + 1);
    onClear();
  }

  return (
    <section
      id={id}
      aria-label="Filters"
      className="mt-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2 max-sm:mt-2.5 max-sm:gap-x-2 sm:rounded-panel sm:border sm:border-line sm:bg-panel sm:p-2.5"
    >
      <FilterSearchBox
        key={clears}
        noun="tickets"
        delayMs={limits.searchDebounceMs}
        search={filter.search}
        onSearch={(search) => onChange({ ...filter, search })}
      />
      {/* One scrolling line on phones and in low windows, so that tickets stay visible. */}
      <div className="flex items-center gap-x-3.5 max-sm:min-w-0 max-sm:flex-1 max-sm:overflow-x-auto max-sm:p-0.5 sm:contents short:flex short:min-w-0 short:flex-1 short:overflow-x-auto short:p-0.5">
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
        <Chips label="Queue">
          <Chip pressed={filter.needsReply} onClick={() => onChange(toggleActive(filter, "needsReply"))}>
            Needs reply
          </Chip>
          <Chip pressed={filter.assignee === "me"} onClick={() => onChange(toggleAssignee(filter, "me"))}>
            Mine
          </Chip>
          <Chip pressed={filter.assignee === "nobody"} onClick={() => onChange(toggleAssignee(filter, "nobody"))}>
            Unassigned
          </Chip>
          <Chip pressed={filter.snoozed} onClick={() => onChange(toggleActive(filter, "snoozed"))}>
            {snoozedCount === undefined ? "Snoozed" : `Snoozed (${snoozedCount.toLocaleString("en-US")})`}
          </Chip>
        </Chips>
        <ChipPopover label="Tag" count={filter.tag.length}>
          <TagFilter known={tags} chosen={filter.tag} onChange={(tag) => onChange({ ...filter, tag })} />
        </ChipPopover>
      </div>
      <Button variant="ghost" size="sm" className="ml-auto" disabled={!isFiltered(filter)} onClick={clear}>
        Clear
      </Button>
    </section>
  );
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="relative flex items-center gap-1.5 sm:flex-wrap short:flex-nowrap short:shrink-0 xl:nth-of-type-2:before:absolute xl:nth-of-type-2:before:-left-1.75 xl:nth-of-type-2:before:h-4.5 xl:nth-of-type-2:before:border-line xl:nth-of-type-2:before:border-l">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

/** Chooses categories in a popover of a chip. */
function CategoryFilter({
  chosen,
  onChange,
}: {
  chosen: TicketCategory[];
  onChange: (chosen: TicketCategory[]) => void;
}) {
  return (
    <ChipPopover label="Category" count={chosen.length}>
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
    </ChipPopover>
  );
}

/** A chip with a popover of options, which counts the chosen ones. */
function ChipPopover({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  return (
    <Popover
      label={label}
      align="start"
      className="p-3"
      trigger={(props) => (
        <Chip {...props} pressed={count > 0} className="inline-flex items-center gap-1.5">
          {label}
          {count > 0 && <span className="tabular">{count}</span>}
          <ChevronDown size={13} aria-hidden />
        </Chip>
      )}
    >
      {() => children}
    </Popover>
  );
}

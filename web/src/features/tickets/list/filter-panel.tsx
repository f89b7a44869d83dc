import { limits } from "@deskhand/contract/limits";
import { ticketFilters } from "@deskhand/contract/vocabulary";
import { type ReactNode, useState } from "react";
import { FilterSearchBox } from "../../../screens/search/filter-search-box.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { loadAfterFirst, loadLater } from "../../../ui/load-later.tsx";
import { ChipPopover } from "./chip-popover.tsx";
import {
  type ChoiceName,
  choiceNames,
  choicesOf,
  filterEntries,
  isFiltered,
  type TicketListFilter,
  toggleActive,
  toggleAssignee,
} from "./ticket-list-filter.ts";

const TeamFilter = loadAfterFirst(() => import("./team-filter.tsx").then(({ TeamFilter }) => TeamFilter));
const TargetChips = loadAfterFirst(() => import("./target-chips.tsx").then(({ TargetChips }) => TargetChips));
const TagFilter = loadLater(() => import("./tag-filter.tsx").then(({ TagFilter }) => TagFilter));

/** The choices before the queues; ratings are looked for more seldom, and the search needs the room. */
const firstChoices = choiceNames.filter((name) => name !== "rating");

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
        {firstChoices.map((name) => (
          <Choices key={name} name={name} filter={filter} onChange={onChange} />
        ))}
        <Chips label="Queue">
          <Chip pressed={filter.needsReply} onClick={() => onChange(toggleActive(filter, "needsReply"))}>
            {ticketFilters.needsReply.label}
          </Chip>
          <Chip pressed={filter.assignee === "me"} onClick={() => onChange(toggleAssignee(filter, "me"))}>
            Mine
          </Chip>
          <Chip pressed={filter.assignee === "nobody"} onClick={() => onChange(toggleAssignee(filter, "nobody"))}>
            Unassigned
          </Chip>
          <Chip pressed={filter.snoozed} onClick={() => onChange(toggleActive(filter, "snoozed"))}>
            {ticketFilters.snoozed.label}
            {snoozedCount !== undefined && ` (${snoozedCount.toLocaleString("en-US")})`}
          </Chip>
        </Chips>
        <TargetChips filter={filter} onChange={onChange} />
        <ChipPopover label={ticketFilters.tag.label} count={filter.tag.length}>
          <TagFilter known={tags} chosen={filter.tag} onChange={(tag) => onChange({ ...filter, tag })} />
        </ChipPopover>
        <TeamFilter filter={filter} onChange={onChange} />
        <Choices name="rating" filter={filter} onChange={onChange} />
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

interface ChoicesProps {
  name: ChoiceName;
  filter: TicketListFilter;
  onChange: (filter: TicketListFilter) => void;
}

/** The choices of a filter: a chip for each, or a list in the popover of one chip. */
function Choices({ name, filter, onChange }: ChoicesProps) {
  const { label, inList } = filterEntries[name];
  const choices = choicesOf(filter, name);
  if (!inList) {
    return (
      <Chips label={label}>
        {choices.map(({ value, text, isChosen, toggle }) => (
          <Chip key={value} pressed={isChosen} onClick={() => onChange(toggle())}>
            {text}
          </Chip>
        ))}
      </Chips>
    );
  }
  return (
    <ChipPopover label={label} count={filter[name].length}>
      <div className="flex flex-col gap-2.5">
        {choices.map(({ value, text, isChosen, toggle }, index) => (
          <Checkbox
            key={value}
            label={text}
            data-autofocus={index === 0 || undefined}
            checked={isChosen}
            onChange={() => onChange(toggle())}
          />
        ))}
      </div>
    </ChipPopover>
  );
}

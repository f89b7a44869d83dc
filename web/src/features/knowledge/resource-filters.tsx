import type { ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { Search } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { Input } from "../../ui/input.tsx";
import { typeWords } from "./resource-words.ts";
import { isFiltered, noFilter, type PickerFilter } from "./use-resources.ts";

interface ResourceFiltersProps {
  filter: PickerFilter;
  categories: ResourceList["categories"];
  onChange: (filter: PickerFilter) => void;
  /** Leads from the search into the list. */
  onDown: () => void;
}

/** Search, category and type of the resources shown. */
export function ResourceFilters({ filter, categories, onChange, onDown }: ResourceFiltersProps) {
  const selectClass = cx(controlClass, "h-8.5 w-auto min-w-0 max-sm:flex-1");
  const offered = resourceCategories.filter(
    (each) => each === filter.category || categories.some(({ category }) => category === each),
  );
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        data-autofocus
        aria-label="Search resources"
        placeholder="Search resources, manuals, policies..."
        icon={<Search size={15} aria-hidden />}
        maxLength={limits.searchLength}
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          onDown();
        }}
        className="w-full sm:w-64 sm:flex-1"
      />
      <select
        aria-label="Category"
        value={filter.category}
        onChange={({ target: { value } }) =>
          onChange({ ...filter, category: resourceCategories.find((each) => each === value) ?? "" })
        }
        className={selectClass}
      >
        <option value="">All Categories</option>
        {offered.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select
        aria-label="Type"
        value={filter.fileType}
        onChange={({ target: { value } }) =>
          onChange({ ...filter, fileType: resourceTypes.find((each) => each === value) ?? "" })
        }
        className={selectClass}
      >
        <option value="">All Types</option>
        {resourceTypes.map((each) => (
          <option key={each} value={each}>
            {typeWords[each]}
          </option>
        ))}
      </select>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(noFilter)}>
          Clear Filters
        </Button>
      )}
    </search>
  );
}

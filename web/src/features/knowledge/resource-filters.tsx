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
          if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDown();
        }}
        className="w-full sm:w-64 sm:flex-1"
      />
      <Choice
        label="Category"
        all="All Categories"
        options={offered.map((each) => [each, each])}
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category })}
      />
      <Choice
        label="Type"
        all="All Types"
        options={resourceTypes.map((each) => [each, typeWords[each]])}
        value={filter.fileType}
        onChange={(fileType) => onChange({ ...filter, fileType })}
      />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(noFilter)}>
          Clear Filters
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  /** The words for no choice. */
  all: string;
  /** Each value with its words. */
  options: [T, string][];
  value: T | "";
  onChange: (value: T | "") => void;
}

function Choice<T extends string>({ label, all, options, value, onChange }: ChoiceProps<T>) {
  return (
    <span className="min-w-0 max-sm:flex-1 sm:w-52">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(options.find(([each]) => each === target.value)?.[0] ?? "")}
        className={cx(controlClass, "h-8.5")}
      >
        <option value="">{all}</option>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

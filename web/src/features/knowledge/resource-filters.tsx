import type { ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { Search } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { typeLooks } from "./resource-icon.tsx";
import { isFiltered, noFilter, type PickerFilter } from "./use-resources.ts";

const types = [
  { value: "" as const, label: "All Types" },
  ...resourceTypes.map((value) => ({ value, label: typeLooks[value].label })),
];

interface ResourceFiltersProps {
  filter: PickerFilter;
  categories: ResourceList["categories"];
  onChange: (filter: PickerFilter) => void;
}

/** Search, category and type of the resources shown. */
export function ResourceFilters({ filter, categories, onChange }: ResourceFiltersProps) {
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
        className="w-full sm:w-64 sm:flex-1"
      />
      <Select
        aria-label="Category"
        options={[{ value: "", label: "All Categories" }, ...offered.map((value) => ({ value, label: value }))]}
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category })}
        className="max-sm:flex-1 sm:w-52"
      />
      <Select
        aria-label="Type"
        options={types}
        value={filter.fileType}
        onChange={(fileType) => onChange({ ...filter, fileType })}
        className="max-sm:flex-1 sm:w-52"
      />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(noFilter)}>
          Clear Filters
        </Button>
      )}
    </search>
  );
}

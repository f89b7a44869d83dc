import {
  type FigureDimension,
  figureDimensionNames,
  figureDimensions,
  type Trait,
  traitOf,
} from "@deskhand/contract/reports/figures";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Field } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useTraitName } from "./print-heading.tsx";
import type { ReportRange, ReportsSearch } from "./reports-search.ts";

interface ControlsProps {
  search: ReportsSearch;
  where: readonly Trait[];
  /** The days that are shown. */
  days: { from: string; to: string };
  onSearch: (change: ReportsSearch) => void;
  /** Whether the report is of tickets, which can be narrowed; costs are of all orders. */
  isOfTickets: boolean;
}

const ranges: { value: ReportRange | "days"; label: string }[] = [
  { value: "7d", label: "Last 7 days" },
  { value: "28d", label: "Last 28 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "365d", label: "Last 365 days" },
  { value: "days", label: "Chosen days" },
];
const comparisons = [
  { value: "before", label: "The time before" },
  { value: "year", label: "A year earlier" },
  { value: "none", label: "Nothing" },
] as const;
const hourChoices = [
  { value: "clock", label: "All hours" },
  { value: "working", label: "Working hours" },
] as const;

/** What a report shows: its time, what that is compared with, which hours count, and filters. */
export function ReportControls({ search, where, days, onSearch, isOfTickets }: ControlsProps) {
  const range = search.from !== undefined || search.to !== undefined ? "days" : (search.range ?? "28d");
  return (
    <div className="flex flex-col gap-2.5 print:hidden">
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-end">
        <Field label="Time">
          {(control) => (
            <Select
              {...control}
              options={ranges}
              value={range}
              onChange={(value) =>
                onSearch(
                  value === "days"
                    ? { range: undefined, from: days.from, to: days.to }
                    : { range: value === "28d" ? undefined : value, from: undefined, to: undefined },
                )
              }
            />
          )}
        </Field>
        {range === "days" && (
          <>
            <Field label="From">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={days.from}
                  max={days.to}
                  onChange={({ target }) => target.value !== "" && onSearch({ from: target.value, to: days.to })}
                />
              )}
            </Field>
            <Field label="To">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={days.to}
                  min={days.from}
                  onChange={({ target }) => target.value !== "" && onSearch({ from: days.from, to: target.value })}
                />
              )}
            </Field>
          </>
        )}
        <Field label="Compared with">
          {(control) => (
            <Select
              {...control}
              options={comparisons}
              value={search.compare ?? "before"}
              onChange={(value) => onSearch({ compare: value === "before" ? undefined : value })}
            />
          )}
        </Field>
        {isOfTickets && (
          <Field label="Times in">
            {(control) => (
              <Select
                {...control}
                options={hourChoices}
                value={search.hours ?? "clock"}
                onChange={(value) => onSearch({ hours: value === "clock" ? undefined : value })}
              />
            )}
          </Field>
        )}
      </div>
      {isOfTickets && (
        <div className="flex flex-wrap items-center gap-2">
          {where.map((trait) => (
            <TraitChip
              key={trait}
              trait={trait}
              onRemove={() =>
                onSearch({ where: where.length === 1 ? undefined : where.filter((one) => one !== trait) })
              }
            />
          ))}
          <AddFilter onAdd={(trait) => onSearch({ where: [...new Set([...where, trait])] })} />
        </div>
      )}
    </div>
  );
}

function TraitChip({ trait, onRemove }: { trait: Trait; onRemove: () => void }) {
  const { label, name } = useTraitName(trait);
  return (
    <span className="inline-flex items-center gap-1 rounded-control border border-line bg-raised py-0.5 pr-0.5 pl-2 text-sm">
      <span className="text-soft">{label}:</span>
      <span className="max-w-60 truncate">{name}</span>
      <IconButton size="sm" label={`Remove ${label}: ${name}`} icon={<X size={13} aria-hidden />} onClick={onRemove} />
    </span>
  );
}

/** Asks what a filter is of, then for one of its values as somebody types. */
function AddFilter({ onAdd }: { onAdd: (trait: Trait) => void }) {
  const list = useId();
  const [dimension, setDimension] = useState<FigureDimension | "">("");
  const [text, setText] = useState("");
  const search = useDebounced(text, 200);
  const { data } = useQuery(
    api.reports.values.queryOptions({
      input: { dimension: dimension === "" ? "tag" : dimension, search },
      enabled: dimension !== "",
      placeholderData: (before) => before,
    }),
  );
  const items = data?.items ?? [];
  const end = () => {
    setDimension("");
    setText("");
  };
  const options = [
    { value: "" as const, label: "Add filter" },
    ...figureDimensionNames.map((value) => ({ value, label: figureDimensions[value].label })),
  ];
  const choose = (typed: string) => {
    setText(typed);
    const chosen = items.find(({ label }) => label === typed);
    if (dimension === "" || chosen === undefined) return;
    onAdd(traitOf(dimension, chosen.value));
    end();
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Plus size={14} aria-hidden className="text-faint" />
      <Select small aria-label="Add filter" options={options} value={dimension} onChange={setDimension} />
      {dimension !== "" && (
        <>
          <Input
            small
            autoFocus
            list={list}
            aria-label={figureDimensions[dimension].label}
            placeholder={`Which ${figureDimensions[dimension].label.toLowerCase()}?`}
            value={text}
            maxLength={100}
            onChange={({ target }) => choose(target.value)}
            onKeyDown={({ key }) => key === "Escape" && end()}
          />
          <datalist id={list}>
            {items.map(({ value, label }) => (
              <option key={value} value={label} />
            ))}
          </datalist>
        </>
      )}
    </span>
  );
}

import { limits } from "@deskhand/contract/limits";
import { type MailDirection, type MailLogState, mailLogStates } from "@deskhand/contract/vocabulary";
import { LogFilters, momentOfDay } from "../../screens/log-filters.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { stateWords } from "./mail-words.ts";

interface MailFiltersProps {
  filter: ShownFilter;
  onChange: (filter: ShownFilter) => void;
}

const directions: { value: MailDirection | ""; label: string }[] = [
  { value: "", label: "In and out" },
  { value: "in", label: "Came in" },
  { value: "out", label: "Goes out" },
];

const states: { value: MailLogState | ""; label: string }[] = [
  { value: "", label: "Any state" },
  ...[...new Set(mailLogStates)].map((value) => ({ value, label: stateWords[value].label })),
];

/** Filters the mail log by text, direction, state and days. */
export function MailFilters({ filter, onChange }: MailFiltersProps) {
  const { direction = "", state = "", q = "" } = filter;
  const change = (part: ShownFilter) => onChange({ ...filter, ...part });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <SearchBox
          noun="mails"
          delayMs={limits.searchDebounceMs}
          search={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <p className="text-soft text-sm">By subject, sender, recipient or Message-ID.</p>
      </div>
      <LogFilters filter={filter} onChange={onChange}>
        <Field label="Direction">
          {(control) => (
            <Select
              {...control}
              value={direction}
              onChange={(chosen) => change({ direction: chosen || undefined })}
              options={directions}
            />
          )}
        </Field>
        <Field label="State">
          {(control) => (
            <Select
              {...control}
              value={state}
              onChange={(chosen) => change({ state: chosen || undefined })}
              options={states}
            />
          )}
        </Field>
      </LogFilters>
    </div>
  );
}

/** The screen's filters; days as "2026-11-22". */
export interface ShownFilter {
  direction?: MailDirection | undefined;
  state?: MailLogState | undefined;
  /** The search text. */
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Converts the filter for the server: days run in the reader's time zone, and the last one is included. */
export function mailLogInput({ direction, state, q, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(direction && { direction }),
    ...(state && { state }),
    // Cut to the search's maximum, as an address can be longer.
    ...(q && { search: q.slice(0, 200) }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

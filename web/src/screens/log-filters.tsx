import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { Input } from "../ui/form/input.tsx";

/** The days between which a log is filtered, each as YYYY-MM-DD. */
interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

interface LogFiltersProps<Filter extends Days> {
  filter: Filter;
  onChange: (filter: Partial<Filter>) => void;
  /** The log's other filter fields. */
  children: ReactNode;
}

/** Filters a log by its own fields and by days, in one line or two columns, with a button that clears all. */
export function LogFilters<Filter extends Days>({ filter, onChange, children }: LogFiltersProps<Filter>) {
  const { from = "", to = "" } = filter;
  const change = (days: Days) => onChange({ ...filter, ...days });
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-2.5 sm:gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto] lg:items-end">
      {children}
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={from}
            max={to || undefined}
            onChange={({ target }) => change({ from: target.value || undefined })}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={to}
            min={from || undefined}
            onChange={({ target }) => change({ to: target.value || undefined })}
          />
        )}
      </Field>
      <Button
        className="max-lg:col-span-full max-lg:justify-self-start"
        disabled={Object.values(filter).every((value) => value === undefined)}
        onClick={() => onChange({})}
      >
        Clear filters
      </Button>
    </div>
  );
}

/**
 * Returns when a day such as "2026-11-22", or the day that many days later, begins in the reader's time zone; undefined if it is no day.
 */
export function momentOfDay(day: string | undefined, daysLater = 0): string | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === "") return undefined;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  // A year that is still being typed begins with zeros.
  return Number(year) < 1970 || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

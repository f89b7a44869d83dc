import { targetLimits } from "@deskhand/contract/targets/target-limits";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { HoursDraft } from "./hours-draft.ts";

interface DaysOffProps {
  draft: HoursDraft;
  faultOf: (path: string) => string | undefined;
  onChange: (changed: Partial<HoursDraft>) => void;
}

const kept = { staleTime: Number.POSITIVE_INFINITY };

/** The days without hours: public holidays of a country or a part of it, and one's own. */
export function DaysOff({ draft, faultOf, onChange }: DaysOffProps) {
  const { country, region, daysOff } = draft;
  const countries = useQuery(api.hours.countries.queryOptions(kept));
  const input = region === "" ? { country } : { country, region };
  const holidays = useQuery(api.hours.holidays.queryOptions({ input, enabled: country !== "", ...kept }));
  // The list is as long as the country's: a region that is chosen already stays among them meanwhile.
  const regions = holidays.data?.regions ?? (region === "" ? [] : [{ code: region, name: region }]);
  const places = countries.data?.items ?? (country === "" ? [] : [{ code: country, name: country }]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-semibold text-sm">Days off</legend>
      <p className="text-soft text-sm">
        On these days there are no hours, from midnight to midnight in the time zone above.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Public holidays of" error={faultOf("country")}>
          {(control) => (
            <Select
              {...control}
              value={country}
              options={[{ value: "", label: "No country" }, ...optionsOf(places)]}
              onChange={(chosen) => onChange({ country: chosen, region: "" })}
            />
          )}
        </Field>
        {(regions.length > 0 || faultOf("region") !== undefined) && (
          <Field label="Region" error={faultOf("region")}>
            {(control) => (
              <Select
                {...control}
                value={region}
                options={[{ value: "", label: "Those of the whole country" }, ...optionsOf(regions)]}
                onChange={(chosen) => onChange({ region: chosen })}
              />
            )}
          </Field>
        )}
      </div>
      <FailureLine
        error={countries.error ?? holidays.error}
        onRetry={() => void (countries.error ? countries : holidays).refetch()}
      />
      {country !== "" && holidays.data !== undefined && <Holidays items={holidays.data.items} />}
      {daysOff.map(({ day, name }, index) => (
        <DayOffRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a day off has no other name, and none moves while it is edited.
          key={index}
          day={day}
          name={name}
          fault={faultOf(`daysOff.${index}`)}
          onChange={(changed) => onChange({ daysOff: daysOff.with(index, changed) })}
          onRemove={() => onChange({ daysOff: daysOff.toSpliced(index, 1) })}
        />
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus size={14} aria-hidden />}
        disabled={daysOff.length >= targetLimits.daysOff}
        onClick={() => onChange({ daysOff: [...daysOff, { day: "", name: "Day off" }] })}
      >
        Add a day off
      </Button>
    </fieldset>
  );
}

const optionsOf = (places: readonly { code: string; name: string }[]) =>
  places.map(({ code, name }) => ({ value: code, label: name }));

/** The holidays from today on. */
function Holidays({ items }: { items: readonly { day: string; name: string }[] }) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <ul
      aria-label="Public holidays"
      className="max-h-44 overflow-y-auto rounded-panel border border-line bg-panel px-3 py-2 text-sm"
    >
      {items
        .filter(({ day }) => day >= today)
        .map(({ day, name }) => (
          <li key={day} className="flex gap-3 py-0.5">
            <span className="w-28 shrink-0 text-soft tabular">{formatDay(day)}</span>
            <span className="break-anywhere">{name}</span>
          </li>
        ))}
    </ul>
  );
}

interface DayOffRowProps {
  day: string;
  name: string;
  fault: string | undefined;
  onChange: (changed: { day: string; name: string }) => void;
  onRemove: () => void;
}

function DayOffRow({ day, name, fault, onChange, onRemove }: DayOffRowProps) {
  const invalid = fault === undefined ? undefined : true;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start gap-2">
        <Input
          type="date"
          aria-label="Day"
          aria-invalid={invalid}
          className="w-40"
          value={day}
          onChange={(event) => onChange({ day: event.target.value, name })}
        />
        <Input
          aria-label="Name of the day"
          className="min-w-40 flex-1"
          maxLength={targetLimits.targetNameLength}
          value={name}
          onChange={(event) => onChange({ day, name: event.target.value })}
        />
        <IconButton label="Remove the day off" icon={<X size={15} aria-hidden />} onClick={onRemove} />
      </div>
      {fault !== undefined && <p className="text-red text-xs">{fault}</p>}
    </div>
  );
}

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { lengthOfWeek } from "./week-length.ts";
import { dayNames, readSpans, spansText, type Week, withTyped } from "./week-text.ts";

interface WeekFieldsProps {
  week: Week;
  faultOf: (path: string) => string | undefined;
  /** Called when what is typed for a day (`week.0` is Monday) becomes unreadable, or readable again. */
  onUnread: (day: string, isUnread: boolean) => void;
  onChange: (week: Week) => void;
}

/** The words for hours that nothing can read. */
export const unreadWords = "Type times such as 9:00–17:00";

/** The same week in words: a field for each day, and a button that gives all weekdays the hours of Monday. */
export function WeekFields({ week, faultOf, onUnread, onChange }: WeekFieldsProps) {
  return (
    <div className="flex flex-col gap-2.5">
      {dayNames.map((name, day) => (
        <DayField
          key={name}
          name={name}
          // Drawn hours take the place of what was typed.
          text={spansText(week[day] ?? [])}
          fault={faultOf(`week.${day}`)}
          onUnread={(isUnread) => onUnread(`week.${day}`, isUnread)}
          onType={(text) => {
            const typed = readSpans(text);
            if (typed !== null) onChange(withTyped(week, day, typed));
            return typed !== null;
          }}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-soft text-sm tabular">
          {lengthOfWeek(week)}
        </p>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onChange(week.map((spans, day) => (day > 0 && day < 5 ? (week[0] ?? []) : spans)))}
        >
          Monday’s hours on all weekdays
        </Button>
      </div>
    </div>
  );
}

interface DayFieldProps {
  name: string;
  text: string;
  fault: string | undefined;
  onUnread: (isUnread: boolean) => void;
  /** Takes what was typed; false where it cannot be read. */
  onType: (text: string) => boolean;
}

function DayField({ name, text, fault, onUnread, onType }: DayFieldProps) {
  /** What is being typed, until the field is left; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null);
  const isUnread = typed !== null && readSpans(typed) === null;
  function leave() {
    if (typed !== null && (typed === text || onType(typed))) setTyped(null);
  }
  return (
    <InputField
      label={name}
      placeholder="Closed"
      value={typed ?? text}
      error={fault ?? (isUnread ? unreadWords : undefined)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onUnread(readSpans(value) === null);
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}

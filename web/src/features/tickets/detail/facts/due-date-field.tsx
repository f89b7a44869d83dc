import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { dueAtEndOf, dueDay, dueDayFault, dueDays } from "../../../../entities/ticket/ticket-state.ts";
import { Input } from "../../../../ui/form/input.tsx";

interface DueDateFieldProps {
  dueDate: string | null;
  /** Shown beside the label. */
  mark: ReactNode;
  onChange: (dueDate: string | null) => void;
}

/** The day a ticket is due. A typed date is saved when it is complete: on Enter or on blur. */
export function DueDateField({ dueDate, mark, onChange }: DueDateFieldProps) {
  const currentDay = dueDay(dueDate);
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const isTyping = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const faultId = useId();

  function commit(day: string | null) {
    // A partly typed date has no value, like an emptied field, but must not clear the date.
    const isPartial = field.current?.validity.badInput === true;
    setTyped(null);
    isTyping.current = false;
    if (day === null || isPartial) return;
    const due = dueAtEndOf(day);
    setRefused(due === null && day !== "");
    if (day !== currentDay && (due !== null || day === "")) onChange(due);
  }

  // Saves a complete date when the field unmounts. By then the field itself can no longer be read.
  const leave = useRef(() => {});
  leave.current = () => commit(typed);
  useLayoutEffect(() => () => leave.current(), []);

  return (
    <FieldRow label="Due date" aside={mark}>
      {(control) => (
        <>
          <Input
            {...control}
            {...dueDays}
            ref={field}
            type="date"
            value={typed ?? currentDay}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? faultId : undefined}
            small
            onChange={({ target: { value } }) => (isTyping.current ? setTyped(value) : commit(value))}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit(typed);
              else if (event.key !== "Tab") isTyping.current = true;
            }}
            onBlur={() => commit(typed)}
          />
          {isRefused && (
            <p id={faultId} role="alert" className="mt-1 text-red text-xs">
              {dueDayFault}
            </p>
          )}
        </>
      )}
    </FieldRow>
  );
}

interface FieldRowProps {
  label: string;
  /** At the right of the label. */
  aside?: ReactNode;
  children: (control: { id: string }) => ReactNode;
}

/** A small labelled control among a ticket's details. */
export function FieldRow({ label, aside, children }: FieldRowProps) {
  const id = useId();
  return (
    <div className="@container min-w-0">
      <div className="mb-1 flex h-4.5 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium text-soft text-xs">
          {label}
        </label>
        {aside}
      </div>
      {children({ id })}
    </div>
  );
}

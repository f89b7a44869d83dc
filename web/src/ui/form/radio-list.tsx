import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  /** Shown at the right of the label. */
  badge?: ReactNode;
}

interface RadioListProps<Value extends string> {
  /** Says what is being chosen; shown above the list. */
  legend: string;
  options: readonly RadioOption<Value>[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/** A list of choices with descriptions, one of which is selected. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, options, value, disabled, onChange } = props;
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm text-soft">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex items-start gap-2.5 rounded-control border px-3 py-2 transition-colors duration-120",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            option.value === value ? "border-accent/60 bg-accent/10" : "border-line hover:border-edge hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="tick mt-0.5 outline-none"
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {option.label}
              {option.badge}
            </span>
            {option.description !== undefined && <span className="block text-sm text-soft">{option.description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";
import { cx } from "./cx.ts";

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  /** Among the details of something, rather than in a form. */
  small?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own list of choices, in the look of the other fields. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, small = false, className, ...rest } = props;
  return (
    <select
      {...rest}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className={cx(controlClass, "truncate pr-1 pl-2", small ? "h-7.5 text-sm!" : "h-8.5", className)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

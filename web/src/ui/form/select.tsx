import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { controlClass, smallControlClass } from "./input.tsx";

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  /** For a place between facts, not in a form. */
  small?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own select, in the look of the other fields. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, small = false, className, ...rest } = props;
  return (
    <span className={cx("relative block min-w-0", className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        className={cx("appearance-none truncate", small ? `${smallControlClass} pr-6.5` : `${controlClass} h-8.5 pr-8`)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden
        className={cx("pointer-events-none absolute inset-y-0 my-auto text-soft", small ? "right-2" : "right-2.5")}
      />
    </span>
  );
}

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";
import { cx } from "./cx.ts";

export interface SelectProps extends Omit<ComponentProps<"select">, "multiple" | "size"> {
  options: readonly { value: string; label: string }[];
}

/** A list to choose one from; the system's own, so that it works with every keyboard and reader. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cx("relative block", className)}>
      <select {...rest} className={cx(controlClass, "h-8.5 appearance-none pr-8")}>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-raised text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute top-2 right-2.5 text-soft" />
    </span>
  );
}

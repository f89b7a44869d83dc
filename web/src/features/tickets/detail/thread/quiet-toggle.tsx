import type { ComponentProps } from "react";
import { cx } from "../../../../ui/cx.ts";

interface QuietToggleProps extends Omit<ComponentProps<"button">, "type"> {
  isOpen: boolean;
}

/** A small button under a message that unfolds more of it. */
export function QuietToggle({ isOpen, className, ...rest }: QuietToggleProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-expanded={isOpen}
      className={cx(
        "h-6 rounded-tag border border-line px-1.5 text-soft text-xs transition-colors duration-120 hover:border-edge hover:text-ink",
        className,
      )}
    />
  );
}

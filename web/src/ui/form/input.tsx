import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

const look =
  "w-full rounded-control border border-edge bg-canvas text-ink transition-colors duration-120 hover:border-soft aria-invalid:border-red focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55";

/** The common look of text fields and selects. */
export const controlClass = `${look} px-3 text-base`;

/** The look of a small control between facts, not in a form. */
export const smallControlClass = `${look} h-7.5 px-2 text-sm`;

interface InputProps extends ComponentProps<"input"> {
  /** An icon inside the field, before the text. */
  icon?: ReactNode;
  /** A small button inside the field, after the text; only with an icon. */
  action?: ReactNode;
  /** For a place between facts, not in a form. */
  small?: boolean;
}

/** A one-line text field. */
export function Input({ icon, action, small = false, className, ...rest }: InputProps) {
  const field = (
    <input
      {...rest}
      className={cx(
        small ? smallControlClass : `${controlClass} h-8.5`,
        icon !== undefined && "pl-8.5",
        Boolean(action) && "pr-8.5 touch:pr-11",
        icon ? undefined : className,
      )}
    />
  );
  if (icon === undefined) return field;
  return (
    <span className={cx("relative block", className)}>
      <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-soft">{icon}</span>
      {field}
      {action && <span className="absolute inset-y-0 right-1 grid place-items-center">{action}</span>}
    </span>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Its name for screen readers, also shown on hover. */
  label: string;
  icon: ReactNode;
  outlined?: boolean;
  size?: "sm" | "md";
  /** Something laid over the corner, such as a counter. */
  badge?: ReactNode;
}

/** A square button with an icon and a spoken name. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, outlined = false, size = "md", badge, className, type, ...rest } = props;
  return (
    <button
      aria-label={label}
      title={label}
      {...rest}
      type={type ?? "button"}
      className={cx(
        "relative inline-grid shrink-0 place-items-center rounded-control border text-soft transition-colors duration-120",
        "enabled:hover:bg-hover enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-55",
        outlined ? "border-line" : "border-transparent",
        size === "sm" ? "size-7" : "size-8.5",
        className,
      )}
    >
      {icon}
      {badge}
    </button>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Its name for screen readers, also shown on hover. */
  label: string;
  icon: ReactNode;
  outlined?: boolean;
  size?: "sm" | "md";
  /** A counter on the corner, hidden at zero; its owner repeats the count in the label, as `shownCount` writes it. */
  count?: number;
}

/** A count that fits its place: "99+" above 99. */
export function shownCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

/** A square button with an icon and a spoken name. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, outlined = false, size = "md", count = 0, className, type, ...rest } = props;
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
      {count > 0 && (
        <span className="absolute -top-1.5 -right-1.5 min-w-4 rounded-full bg-red px-1 text-center font-semibold text-[11px] text-canvas leading-4 tabular">
          {shownCount(count)}
        </span>
      )}
    </button>
  );
}

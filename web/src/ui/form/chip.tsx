import type { ComponentProps } from "react";
import { cx } from "../cx.ts";

/** A small button that is on or off, for filters. */
export function Chip({ pressed, className, ...rest }: ComponentProps<"button"> & { pressed: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={cx(
        "h-6.5 shrink-0 whitespace-nowrap rounded-full border px-2.5 text-sm transition-colors duration-120",
        pressed ? "border-accent/60 bg-accent/16 text-ink" : "border-line text-soft hover:border-edge hover:text-ink",
        className,
      )}
    />
  );
}

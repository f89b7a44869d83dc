import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { type Tone, toneClass } from "./tone.ts";

interface BadgeProps {
  children: ReactNode;
  /** Without a tone it is an outlined label, as for tags and categories. */
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
}

/** A small label: a tag, a category, "Archived". */
export function Badge({ children, tone, icon, className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-tag px-1.5 text-xs leading-4.5",
        tone === undefined ? "border border-line text-soft" : cx(toneClass[tone], "tinted font-medium"),
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { type Tone, toneClass } from "./tone.ts";

interface PillProps {
  tone: Tone;
  children: ReactNode;
  /** Replaces the dot. */
  icon?: ReactNode;
  /** Only urgent things pulse, and never with reduced motion. */
  pulsing?: boolean;
}

/** A state in its colour and its word. */
export function Pill({ tone, children, icon, pulsing = false }: PillProps) {
  return (
    <span
      className={cx(
        toneClass[tone],
        "tinted inline-flex h-5.5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2.25 font-medium text-xs",
      )}
    >
      {icon ?? <span aria-hidden className={cx("size-1.5 rounded-full bg-current", pulsing && "animate-pulse")} />}
      {children}
    </span>
  );
}

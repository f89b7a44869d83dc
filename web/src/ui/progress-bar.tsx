import { cx } from "./cx.ts";

interface ProgressBarProps {
  label: string;
  /** The part that is done, from 0 to 1. */
  part: number;
  className?: string;
}

/** A thin bar that fills as work is done. */
export function ProgressBar({ label, part, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(part, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-0.5 overflow-hidden bg-line", className)}
    >
      <div className="h-full bg-accent transition-[width] duration-140 ease-out" style={{ width: `${percent}%` }} />
    </div>
  );
}

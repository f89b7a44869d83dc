import { LoaderCircle } from "lucide-react";
import { cx } from "./cx.ts";

interface SpinnerProps {
  label?: string;
  /** Shows the label beside the ring too. */
  labelled?: boolean;
  size?: number;
  className?: string;
}

/** A ring that appears only when the wait passes 300 ms. */
export function Spinner({ label = "Loading...", labelled = false, size = 20, className }: SpinnerProps) {
  return (
    <span role="status" className={cx("inline-flex animate-appear-late items-center gap-2 text-soft", className)}>
      <LoaderCircle size={size} aria-hidden className="animate-spin" />
      <span className={labelled ? undefined : "sr-only"}>{label}</span>
    </span>
  );
}

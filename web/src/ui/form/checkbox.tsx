import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

/** A checkbox with its label. */
export function Checkbox({ label, className, ...rest }: ComponentProps<"input"> & { label: ReactNode }) {
  return (
    <label className={cx("inline-flex items-center gap-2 text-soft hover:text-ink", className)}>
      <input {...rest} type="checkbox" className="tick cursor-pointer" />
      {label}
    </label>
  );
}

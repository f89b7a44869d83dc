import { cx } from "./cx.ts";

/** A counter on the corner of a control; shows nothing at zero and "99+" above 99. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(
        "absolute -top-1.5 -right-1.5 min-w-4 rounded-full bg-red px-1 text-center font-semibold text-[11px] text-canvas leading-4 tabular",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}

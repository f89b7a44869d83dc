import { cx } from "./cx.ts";

/** A grey stand-in in the shape of what is loading; give it its size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-tag bg-hover", className)} />;
}

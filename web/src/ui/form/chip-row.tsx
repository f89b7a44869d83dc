import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "../cx.ts";

interface ChipRowProps {
  /** The heading in the line above the chips. */
  head: ReactNode;
  /** The list's name for screen readers. */
  label?: string;
  labelledBy?: string;
  /** The chips, each an `li`. */
  children: ReactNode;
  ref?: RefObject<HTMLUListElement | null>;
}

/** Chips in one line that scrolls sideways to the newest; if they do not fit, a button unfolds them. */
export function ChipRow({ head, label, labelledBy, children, ref }: ChipRowProps) {
  const own = useRef<HTMLUListElement>(null);
  const list = ref ?? own;
  const [isUnfolded, setUnfolded] = useState(false);
  const [isTooWide, setTooWide] = useState(false);
  const count = Children.count(children);
  const lastCount = useRef(count);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the room that chips need depends on their number.
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    if (count > lastCount.current) row.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
    lastCount.current = count;
    if (isUnfolded) return;
    const observer = new ResizeObserver(() => setTooWide(row.scrollWidth > row.clientWidth + 1));
    observer.observe(row);
    return () => observer.disconnect();
  }, [count, isUnfolded]);

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-start gap-3 text-xs">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">{head}</div>
        {isTooWide && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
            className="shrink-0 rounded-tag text-soft transition-colors duration-120 hover:text-ink"
          >
            {isUnfolded ? "Show less" : "Show all"}
          </button>
        )}
      </div>
      <ul
        ref={list}
        aria-label={label}
        aria-labelledby={labelledBy}
        className={cx(
          "flex gap-1.5",
          isUnfolded ? "flex-wrap" : "overflow-x-auto overscroll-x-contain [scrollbar-width:none] *:shrink-0",
        )}
      >
        {children}
      </ul>
    </div>
  );
}

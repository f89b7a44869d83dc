import { cx } from "../../ui/cx.ts";

/** A colleague's initials in a small circle; the name is told on hover and to screen readers. */
export function AssigneeMark({ name, className }: { name: string; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`Assigned to ${name}`}
      title={`Assigned to ${name}`}
      className={cx(
        "relative inline-grid size-5 shrink-0 place-items-center rounded-full border border-edge bg-raised font-medium text-[9px] text-soft leading-none",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

/** The first letters of the first and the last word of a name, at most two. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s.@_-]+/u)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => (word === undefined ? "" : [...word][0]))
    .join("")
    .toUpperCase();
}

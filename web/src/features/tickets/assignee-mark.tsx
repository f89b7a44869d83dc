import { cx } from "../../ui/cx.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** Whose a ticket is: initials in a small circle, beside the name where the list has room for it. */
export function AssigneeMark({ name, className }: { name: string; className?: string }) {
  return (
    <span
      title={`Assigned to ${name}`}
      className={cx("relative inline-flex min-w-0 max-w-full items-center gap-1.5 text-faint text-xs", className)}
    >
      <span
        aria-hidden
        className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-raised font-medium text-[9px] text-soft leading-none"
      >
        {initials(name)}
      </span>
      <VisuallyHidden>Assigned to {name}</VisuallyHidden>
      <bdi aria-hidden className="hidden truncate @min-[60rem]:block">
        {name}
      </bdi>
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

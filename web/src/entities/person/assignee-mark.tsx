import { initialsOf } from "../../ui/avatar/initials-of.ts";
import { cx } from "../../ui/cx.ts";

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
        {initialsOf(name)}
      </span>
      <span className="sr-only">Assigned to {name}</span>
      <bdi aria-hidden className="hidden truncate @min-[60rem]:block">
        {name}
      </bdi>
    </span>
  );
}

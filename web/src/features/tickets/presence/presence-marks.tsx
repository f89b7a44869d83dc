import { Pencil } from "lucide-react";
import { initialsOf } from "../../../ui/avatar/initials-of.ts";
import { cx } from "../../../ui/cx.ts";
import type { ColleagueAt } from "./presence-words.ts";

const MOST = 3;

/** The initials of those who are at a ticket, in small circles that overlap; a pencil marks who writes. For the eye alone. */
export function PresenceMarks({ people }: { people: readonly ColleagueAt[] }) {
  const left = people.length - MOST;
  const shown = left > 1 ? people.slice(0, MOST) : people;
  return (
    <span aria-hidden className="flex shrink-0 -space-x-1">
      {shown.map(({ userId, name, doing }) => (
        <span key={userId} className={cx(markClass, doing === "looking" ? "bg-raised text-soft" : "bg-accent/15")}>
          {doing === "looking" ? initialsOf(name) : <Pencil size={10} strokeWidth={2.25} className="text-accent" />}
        </span>
      ))}
      {left > 1 && <span className={cx(markClass, "bg-raised text-soft")}>+{left}</span>}
    </span>
  );
}

const markClass =
  "grid size-5 place-items-center rounded-full border border-accent/60 font-medium text-[9px] leading-none tabular";

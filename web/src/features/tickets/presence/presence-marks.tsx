import { type Doing, doings } from "@deskhand/contract/desk/presence";
import { Pencil } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { presence } from "../../../lib/presence/presence.ts";
import { useSession } from "../../../lib/session.ts";
import { initialsOf } from "../../../ui/avatar.tsx";
import { cx } from "../../../ui/cx.ts";

const MAX_SHOWN = 3;

/**
 * The initials of the colleagues at a ticket, in small overlapping circles; a pencil marks a writer. Hidden from screen
 * readers.
 */
export function PresenceMarks({ people }: { people: readonly ColleagueAt[] }) {
  const left = people.length - MAX_SHOWN;
  const visible = left > 1 ? people.slice(0, MAX_SHOWN) : people;
  return (
    <span aria-hidden className="flex shrink-0 -space-x-1">
      {visible.map(({ userId, name, doing }) => (
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

export type ColleagueAt = { userId: string; name: string; doing: Doing };

const words: Record<Doing, string> = { looking: "looking", writing: "writing", sending: "sending a reply" };

/**
 * Returns who does what at a ticket, the most active first: "Ada is writing", "Ben and Carl are looking". Names up to
 * `most` people each.
 */
export function presenceSentences(people: readonly ColleagueAt[], most = 2): string[] {
  return doings.toReversed().flatMap((doing) => {
    const names = people.filter((each) => each.doing === doing).map(({ name }) => name);
    return names.length === 0 ? [] : [`${listNames(names, most)} ${names.length === 1 ? "is" : "are"} ${words[doing]}`];
  });
}

/** Lists up to `most` names, then how many more there are. */
function listNames(names: readonly string[], most: number): string {
  const left = names.length - most;
  // One more name is as short as "1 more".
  const listed = left > 1 ? [...names.slice(0, most), `${left} more`] : names;
  return listed.length === 1 ? `${listed[0]}` : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

/** What was last announced of a person, and when (ms). */
export type AnnouncedPlaces = Map<string, { doing: Doing; at: number }>;

const AGAIN_MS = 60_000;

/**
 * Returns the colleagues to announce to a screen reader: new ones and new writers, each at most once a minute and never
 * with less than before. Updates `told`.
 */
export function newlyThere(people: readonly ColleagueAt[], told: AnnouncedPlaces, now: number): ColleagueAt[] {
  return people.filter(({ userId, doing }) => {
    const last = told.get(userId);
    const isMore = last === undefined || doings.indexOf(doing) > doings.indexOf(last.doing);
    if (!isMore && now < last.at + AGAIN_MS) return false;
    told.set(userId, { doing, at: now });
    return last === undefined || isMore || doing !== "looking";
  });
}

/** The other colleagues at a ticket, the most active first; rerenders only when that changes. */
export function useColleaguesAt(ticketId: string): ColleagueAt[] {
  const people = useSyncExternalStore(presence.subscribe, () => presence.colleaguesAt(ticketId));
  const { nameOf } = useColleagues();
  const { user } = useSession();
  if (user === null) return [];
  const others = people.filter(({ userId }) => userId !== user.id);
  return others.map((each) => ({ ...each, name: nameOf(each.userId) ?? "A colleague" }));
}

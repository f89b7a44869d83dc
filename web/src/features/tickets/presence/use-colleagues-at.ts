import { useSyncExternalStore } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { presence } from "../../../lib/presence/presence.ts";
import { useSession } from "../../../lib/session.ts";
import type { ColleagueAt } from "./presence-words.ts";

/** Who else is at a ticket, who does most there first; whoever calls it is drawn anew only when that changes. */
export function useColleaguesAt(ticketId: string): ColleagueAt[] {
  const people = useSyncExternalStore(presence.subscribe, () => presence.colleaguesAt(ticketId));
  const { nameOf } = useColleagues();
  const { user } = useSession();
  if (user === null) return [];
  const others = people.filter(({ userId }) => userId !== user.id);
  return others.map((each) => ({ ...each, name: nameOf(each.userId) ?? "A colleague" }));
}

import { type Doing, doings, type Place, type PresenceNews } from "@deskhand/contract/desk/presence";

/** Somebody at a ticket. */
export type AtTicket = { userId: string; doing: Doing };

const nobody: readonly AtTicket[] = [];

/**
 * Who is at which ticket, as the server tells. Of a ticket where nothing changed the same list is given again, so that
 * only what shows another one is drawn anew.
 */
export function colleaguesAt() {
  const placesOf = new Map<string, readonly Place[]>();
  const peopleAt = new Map<string, readonly AtTicket[]>();
  const listeners = new Set<() => void>();

  function gather(ticketId: string): void {
    const people: AtTicket[] = [];
    for (const [userId, places] of placesOf) {
      const place = places.find((each) => each.ticketId === ticketId);
      if (place !== undefined) people.push({ userId, doing: place.doing });
    }
    people.sort((one, other) => doings.indexOf(other.doing) - doings.indexOf(one.doing));
    if (people.length > 0) peopleAt.set(ticketId, people);
    else peopleAt.delete(ticketId);
  }

  function take({ people, isAll }: PresenceNews): void {
    const named = new Set(people.map(({ userId }) => userId));
    const gone = isAll ? [...placesOf.keys()].filter((userId) => !named.has(userId)) : [];
    const changed = new Set<string>();
    for (const { userId, at } of [...people, ...gone.map((userId) => ({ userId, at: [] }))]) {
      const before = placesOf.get(userId) ?? [];
      if (at.length > 0) placesOf.set(userId, at);
      else placesOf.delete(userId);
      for (const place of [...before, ...at]) {
        const isSame = [before, at].every((places) =>
          places.some(({ ticketId, doing }) => ticketId === place.ticketId && doing === place.doing),
        );
        if (!isSame) changed.add(place.ticketId);
      }
    }
    if (changed.size === 0) return;
    for (const ticketId of changed) gather(ticketId);
    for (const listener of listeners) listener();
  }

  return {
    take,
    /** Nothing is known any more, as when the server cannot be reached. */
    clear: () => take({ people: [], isAll: true }),
    /** Who is at a ticket; who does most there comes first. */
    at: (ticketId: string): readonly AtTicket[] => peopleAt.get(ticketId) ?? nobody,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

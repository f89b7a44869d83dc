import { type Doing, doings, type Place, type PresenceNews, presenceLimits } from "@deskhand/contract/desk/presence";
import type { EventPayloads } from "@deskhand/contract/events";
import type { LiveSocket } from "../live.ts";

/** A message that came while its ticket was open. */
type Answer = EventPayloads["message.created"] & { heardAt: number };

const TICK_MS = 1_000;
/** Tickets that are leafed through are told this often, which the server allows (docs/product.md#presence). */
const SOON_MS = 150;

/** Where this tab's person and their colleagues are, as the live connection has it (docs/product.md#presence). */
export const presence = openPresence();

function openPresence() {
  const own = ownPlaces();
  const colleagues = colleaguesAt();
  /** The newest message of each ticket that is open; with who asks to be told of them. */
  const answers = new Map<string, Answer>();
  const answerListeners = new Set<() => void>();
  let socket: LiveSocket | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let saying: ReturnType<typeof setTimeout> | undefined;
  let said = { text: "", at: 0 };
  let heardAt = 0;
  let knowsAll = false;

  function say(): void {
    const now = performance.now();
    const at = own.at(now);
    const text = textOf(at);
    if (socket === null || (knowsAll && text === said.text && now < said.at + presenceLimits.beatMs)) return;
    const asker = socket;
    said = { text, at: now };
    socket.claim({ at, asksForAll: !knowsAll }, () => {
      if (asker === socket) heardAt = performance.now();
    });
    knowsAll = true;
  }

  function forgetAll(): void {
    knowsAll = false;
    colleagues.clear();
  }

  function tick(): void {
    // Connected, and nobody answers: what is shown may be long past.
    if (performance.now() > heardAt + presenceLimits.goneMs) forgetAll();
    say();
  }

  function onVisibility(): void {
    own.setHidden(document.hidden, performance.now());
    tick();
  }

  function tellAnswers(): void {
    for (const listener of answerListeners) listener();
  }

  /** Speaks by this socket from now on; by none while there is none. */
  function attach(next: LiveSocket | null): void {
    clearInterval(ticking);
    document.removeEventListener("visibilitychange", onVisibility);
    socket = next;
    forgetAll();
    if (next === null) return;
    heardAt = performance.now();
    next.on("presence", (news) => socket === next && colleagues.take(news));
    next.on("event", ({ type, payload }) => {
      if (type !== "message.created" || payload.isAutomatic || payload.beginsTicket) return;
      if (!own.isOpen(payload.ticketId)) return;
      answers.set(payload.ticketId, { ...payload, heardAt: Date.now() });
      tellAnswers();
    });
    document.addEventListener("visibilitychange", onVisibility);
    ticking = setInterval(tick, TICK_MS);
    onVisibility();
  }

  function saySoon(): void {
    if (saying !== undefined) return;
    saying = setTimeout(() => {
      saying = undefined;
      say();
    }, SOON_MS);
  }

  return {
    attach,
    colleaguesAt: colleagues.at,
    subscribe: colleagues.subscribe,
    /** A ticket is open, until the returned function is called. */
    look(ticketId: string): () => void {
      const leave = own.look(ticketId);
      saySoon();
      return () => {
        leave();
        if (!own.isOpen(ticketId)) answers.delete(ticketId);
        saySoon();
      };
    },
    /** A key was pressed in a field of a ticket. */
    write(ticketId: string, field: WrittenField): void {
      own.write(ticketId, field, performance.now());
      saySoon();
    },
    /** A reply to a ticket is held until it can no longer be undone: colleagues see that it is being sent, until the returned function is called. */
    send(ticketId: string): () => void {
      const end = own.send(ticketId);
      saySoon();
      return () => {
        end();
        saySoon();
      };
    },
    /** The newest message that came to an open ticket since it was opened and was not dismissed, one's own too. */
    answerAt: (ticketId: string): Answer | undefined => answers.get(ticketId),
    dismissAnswer(ticketId: string): void {
      if (answers.delete(ticketId)) tellAnswers();
    },
    subscribeToAnswers(listener: () => void): () => void {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
  };
}

function textOf(at: readonly Place[]): string {
  return at.map(({ ticketId, doing }) => `${ticketId} ${doing}`).join();
}

/** A field that somebody writes in. */
type WrittenField = { value: string; isConnected: boolean };

/** Where this tab's person is (docs/product.md#presence). Knows no clock: times in ms come in. */
export function ownPlaces() {
  // The ticket that was opened last is the one that can be seen.
  const looked: string[] = [];
  const sending: string[] = [];
  let writing: { ticketId: string; field: WrittenField; until: number } | undefined;
  let hiddenAt: number | undefined;

  function isWriting(now: number): boolean {
    // An emptied field was sent, or thought better of.
    return (
      writing !== undefined && now < writing.until && writing.field.isConnected && writing.field.value.trim() !== ""
    );
  }

  return {
    /** A ticket is open, until the returned function is called. */
    look(ticketId: string): () => void {
      looked.push(ticketId);
      return onceOnly(() => looked.splice(looked.lastIndexOf(ticketId), 1));
    },
    /** A reply to a ticket is on its way and can still be undone, until the returned function is called. */
    send(ticketId: string): () => void {
      sending.push(ticketId);
      return onceOnly(() => sending.splice(sending.lastIndexOf(ticketId), 1));
    },
    /** A key was pressed in a field of a ticket. */
    write(ticketId: string, field: WrittenField, now: number): void {
      writing = { ticketId, field, until: now + presenceLimits.writingMs };
    },
    /** The tab can be seen, or not any more. */
    setHidden(isHidden: boolean, now: number): void {
      hiddenAt = isHidden ? (hiddenAt ?? now) : undefined;
    },
    isOpen: (ticketId: string): boolean => looked.includes(ticketId),
    at(now: number): Place[] {
      const places = new Map<string, Place["doing"]>();
      const shown = looked.at(-1);
      const isHidden = hiddenAt !== undefined && now >= hiddenAt + presenceLimits.hiddenMs;
      if (shown !== undefined && !isHidden) {
        places.set(shown, writing?.ticketId === shown && isWriting(now) ? "writing" : "looking");
      }
      for (const ticketId of sending) places.set(ticketId, "sending");
      return [...places].map(([ticketId, doing]) => ({ ticketId, doing })).slice(-presenceLimits.places);
    },
  };
}

function onceOnly(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

/** Somebody at a ticket. */
type AtTicket = { userId: string; doing: Doing };

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

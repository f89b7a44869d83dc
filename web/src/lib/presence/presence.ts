import { type Doing, doings, type Place, type PresenceNews, presenceLimits } from "@deskhand/contract/desk/presence";
import type { EventPayloads } from "@deskhand/contract/events";
import type { LiveSocket } from "../live.ts";

/** A message that came while its ticket was open. */
type Answer = EventPayloads["message.created"] & { heardAt: number };

const TICK_MS = 1_000;
/**
 * How often changes of place are reported while leafing through tickets; the server allows it
 * (docs/product.md#presence).
 */
const REPORT_INTERVAL_MS = 150;

/** Where this tab's user and their colleagues are, according to the live connection (docs/product.md#presence). */
export const presence = openPresence();

function openPresence() {
  const own = ownPlaces();
  const colleagues = colleaguesAt();
  /** The newest message of each open ticket, and who listens for it. */
  const answers = new Map<string, Answer>();
  const answerListeners = new Set<() => void>();
  let socket: LiveSocket | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let saying: ReturnType<typeof setTimeout> | undefined;
  let lastReport = { text: "", at: 0 };
  let heardAt = 0;
  let knowsAll = false;

  function say(): void {
    const now = performance.now();
    const at = own.at(now);
    const text = textOf(at);
    if (socket === null || (knowsAll && text === lastReport.text && now < lastReport.at + presenceLimits.beatMs))
      return;
    const asker = socket;
    lastReport = { text, at: now };
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
    // Connected without a response: the places shown may be outdated.
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

  /** Reports through this socket from now on; null for none. */
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
    }, REPORT_INTERVAL_MS);
  }

  return {
    attach,
    colleaguesAt: colleagues.at,
    subscribe: colleagues.subscribe,
    /** Reports an open ticket until the returned function is called. */
    look(ticketId: string): () => void {
      const leave = own.look(ticketId);
      saySoon();
      return () => {
        leave();
        if (!own.isOpen(ticketId)) answers.delete(ticketId);
        saySoon();
      };
    },
    /** Reports a key press in a field of a ticket. */
    write(ticketId: string, field: WrittenField): void {
      own.write(ticketId, field, performance.now());
      saySoon();
    },
    /**
     * Reports a reply in its undo period, which colleagues see as being sent, until the returned function is called.
     */
    send(ticketId: string): () => void {
      const end = own.send(ticketId);
      saySoon();
      return () => {
        end();
        saySoon();
      };
    },
    /** Returns the newest message that came to an open ticket and was not dismissed, the user's own included. */
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

/** A field that the user writes in. */
type WrittenField = { value: string; isConnected: boolean };

/** Tracks where this tab's user is (docs/product.md#presence). Has no clock: times in ms are passed in. */
export function ownPlaces() {
  // Open tickets; the last one is the visible one.
  const looked: string[] = [];
  const sending: string[] = [];
  let writing: { ticketId: string; field: WrittenField; until: number } | undefined;
  let hiddenAt: number | undefined;

  function isWriting(now: number): boolean {
    // An emptied field was sent or abandoned.
    return (
      writing !== undefined && now < writing.until && writing.field.isConnected && writing.field.value.trim() !== ""
    );
  }

  return {
    /** A ticket is open until the returned function is called. */
    look(ticketId: string): () => void {
      looked.push(ticketId);
      return onceOnly(() => looked.splice(looked.lastIndexOf(ticketId), 1));
    },
    /** A reply to a ticket is in its undo period until the returned function is called. */
    send(ticketId: string): () => void {
      sending.push(ticketId);
      return onceOnly(() => sending.splice(sending.lastIndexOf(ticketId), 1));
    },
    /** A key was pressed in a field of a ticket. */
    write(ticketId: string, field: WrittenField, now: number): void {
      writing = { ticketId, field, until: now + presenceLimits.writingMs };
    },
    /** The tab was hidden or shown. */
    setHidden(isHidden: boolean, now: number): void {
      hiddenAt = isHidden ? (hiddenAt ?? now) : undefined;
    },
    isOpen: (ticketId: string): boolean => looked.includes(ticketId),
    at(now: number): Place[] {
      const places = new Map<string, Place["doing"]>();
      const visibleTicket = looked.at(-1);
      const isHidden = hiddenAt !== undefined && now >= hiddenAt + presenceLimits.hiddenMs;
      if (visibleTicket !== undefined && !isHidden) {
        places.set(visibleTicket, writing?.ticketId === visibleTicket && isWriting(now) ? "writing" : "looking");
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

/** A colleague at a ticket. */
type AtTicket = { userId: string; doing: Doing };

const noPeople: readonly AtTicket[] = [];

/**
 * Tracks who is at which ticket, as the server reports. A ticket without changes keeps its list object, so that only
 * changed ones rerender.
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
    /** Forgets everybody, as when the server cannot be reached. */
    clear: () => take({ people: [], isAll: true }),
    /** Returns who is at a ticket, the most active first. */
    at: (ticketId: string): readonly AtTicket[] => peopleAt.get(ticketId) ?? noPeople,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

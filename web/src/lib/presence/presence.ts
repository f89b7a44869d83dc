import { type Place, presenceLimits } from "@deskhand/contract/desk/presence";
import type { EventPayloads } from "@deskhand/contract/events";
import type { LiveSocket } from "../live.ts";
import { colleaguesAt, ownPlaces, type WrittenField } from "./places.ts";

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

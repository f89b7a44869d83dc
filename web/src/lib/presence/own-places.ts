import { type Place, presenceLimits } from "@deskhand/contract/desk/presence";

/** A field that somebody writes in. */
export type WrittenField = { value: string; isConnected: boolean };

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

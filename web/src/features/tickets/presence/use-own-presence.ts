import { type FormEvent, useEffect } from "react";
import { presence } from "../../../lib/presence/presence.ts";

/** Lets colleagues see that one looks at a ticket while this is mounted, and writes: give `onInput` to what holds its fields. */
export function useOwnPresence(ticketId: string): { onInput: (event: FormEvent) => void } {
  useEffect(() => presence.look(ticketId), [ticketId]);
  return {
    onInput({ target }) {
      // Replies and notes; not a tag, nor a search.
      if (target instanceof HTMLTextAreaElement) presence.write(ticketId, target);
    },
  };
}

import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";

export interface ThreadState {
  /** The newest page as the server last gave it. */
  page: Message[];
  /** Everything known of the thread without a gap, oldest first; ends with `page`. */
  messages: Message[];
  hasOlder: boolean;
}

type Newest = Pick<TicketDetail, "messages" | "hasOlderMessages">;

/** A thread that shows its newest page. */
export function startThread({ messages, hasOlderMessages }: Newest): ThreadState {
  return { page: messages, messages, hasOlder: hasOlderMessages };
}

/**
 * Takes a fresh newest page and keeps the older messages loaded so far. When so much was written meanwhile that messages
 * between the two are missing, the thread starts again from the page.
 */
export function followThread(state: ThreadState, newest: Newest): ThreadState {
  const first = newest.messages[0]?.id;
  const at = state.messages.findIndex(({ id }) => id === first);
  if (at <= 0 || !newest.hasOlderMessages) return startThread(newest);
  return {
    page: newest.messages,
    messages: [...state.messages.slice(0, at), ...newest.messages],
    hasOlder: state.hasOlder,
  };
}

/** Puts a page of older messages before what is known. */
export function prependPage(state: ThreadState, older: { items: Message[]; hasOlder: boolean }): ThreadState {
  const known = new Set(state.messages.map(({ id }) => id));
  return {
    ...state,
    messages: [...older.items.filter(({ id }) => !known.has(id)), ...state.messages],
    hasOlder: older.hasOlder,
  };
}

/** Takes what the server now says of one message, wherever in the thread it stands. */
export function replaceMessage(state: ThreadState, fresh: Message): ThreadState {
  return { ...state, messages: state.messages.map((message) => (message.id === fresh.id ? fresh : message)) };
}

import { sharedValue } from "../../ui/shared-value.ts";

interface WantedMessage {
  ticketId: string;
  messageId: string;
}

const wanted = sharedValue<WantedMessage | null>(null);

/** Returns the message at which the thread of a ticket is to open; null for its newest. */
export function useWantedMessage(ticketId: string): string | null {
  const message = wanted.use();
  return message?.ticketId === ticketId ? message.messageId : null;
}

/** Has the thread of a ticket open at a message; null once it has. */
export function wantMessage(message: WantedMessage | null): void {
  wanted.set(message);
}

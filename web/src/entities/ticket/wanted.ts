import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { sharedValue } from "../../ui/shared-value.ts";

const wantedId = sharedValue<string | null>(null);

/** The ticket whose composer should take the focus as soon as it mounts; null for none. */
export const useWantedComposer = wantedId.use;

/** Has a ticket's composer take the focus; null once it has. */
export function wantComposer(ticketId: string | null): void {
  wantedId.set(ticketId);
}

interface WantedAnswer {
  ticketId: string;
  response: CannedResponse;
  /** The order that it tells of. */
  orderNumber: string;
}

const wantedAnswer = sharedValue<WantedAnswer | null>(null);

/** The canned response that a ticket's composer should be filled with; null for none. */
export const useWantedAnswer = wantedAnswer.use;

/** Has a ticket's composer be filled with a canned response, and take the focus. */
export function wantAnswer(wanted: WantedAnswer): void {
  wantedAnswer.set(wanted);
  wantComposer(wanted.ticketId);
}

/** Forgets the wanted response: it was used, or its ticket was left. */
export function forgetWantedAnswer(): void {
  wantedAnswer.set(null);
}

interface WantedMessage {
  ticketId: string;
  messageId: string;
}

const wantedMessage = sharedValue<WantedMessage | null>(null);

/** Returns the message at which the thread of a ticket is to open; null for its newest. */
export function useWantedMessage(ticketId: string): string | null {
  const message = wantedMessage.use();
  return message?.ticketId === ticketId ? message.messageId : null;
}

/** Has the thread of a ticket open at a message; null once it has. */
export function wantMessage(message: WantedMessage | null): void {
  wantedMessage.set(message);
}

import { sharedValue } from "../../../ui/shared-value.ts";

const wanted = sharedValue<string | null>(null);

/** The ticket whose composer is to get the focus as soon as it is there; null for none. */
export const useWantedComposer = wanted.use;

/** Has the composer of a ticket take the focus; null once it has. */
export function wantComposer(ticketId: string | null): void {
  wanted.set(ticketId);
}

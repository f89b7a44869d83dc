import { sharedValue } from "../../../ui/shared-value.ts";

const wantedId = sharedValue<string | null>(null);

/** The ticket whose composer should take the focus as soon as it mounts; null for none. */
export const useWantedComposer = wantedId.use;

/** Has a ticket's composer take the focus; null once it has. */
export function wantComposer(ticketId: string | null): void {
  wantedId.set(ticketId);
}

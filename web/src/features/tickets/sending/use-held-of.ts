import { useSyncExternalStore } from "react";
import { useSession } from "../../../lib/session.ts";
import { heldReplies } from "./held-replies.ts";
import type { Held } from "./held-store.ts";

/** The replies to a ticket that were sent here and can still be undone, in their order. */
export function useHeldOf(ticketId: string): Held[] {
  const store = heldReplies(useSession().user?.id ?? "");
  return useSyncExternalStore(store.subscribe, store.shown).filter((reply) => reply.ticketId === ticketId);
}

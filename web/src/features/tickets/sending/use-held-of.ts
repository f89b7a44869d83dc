import { useSyncExternalStore } from "react";
import { useSession } from "../../../lib/session.ts";
import { heldReplies } from "./held-replies.ts";
import type { Held, HeldStore } from "./held-store.ts";

/** The replies that were sent here and can still be undone, in their order. */
export function useHeld(store: HeldStore): readonly Held[] {
  return useSyncExternalStore(store.subscribe, store.shown);
}

/** Those to one ticket. */
export function useHeldOf(ticketId: string): Held[] {
  return useHeld(heldReplies(useSession().user?.id ?? "")).filter((reply) => reply.ticketId === ticketId);
}

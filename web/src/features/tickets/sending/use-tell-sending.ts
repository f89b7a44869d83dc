import { useEffect } from "react";
import { presence } from "../../../lib/presence/presence.ts";
import type { HeldReply } from "./held-reply.ts";

/** Lets colleagues see which tickets get a reply that can still be undone (docs/product.md#presence). */
export function useTellSending(held: readonly HeldReply[]): void {
  const tickets = [...new Set(held.map(({ ticketId }) => ticketId))].join();
  useEffect(() => {
    const ends = tickets === "" ? [] : tickets.split(",").map((id) => presence.send(id));
    return () => {
      for (const end of ends) end();
    };
  }, [tickets]);
}

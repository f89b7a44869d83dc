import { ticketLabel } from "@deskhand/contract/vocabulary";
import type { Held } from "./held-store.ts";

/** Whether a held reply can still be taken back. */
export const isUndoable = ({ phase }: Held): boolean => phase !== "sending";

/** What becomes of a held reply at the moment; its ticket's label follows. */
export function sendingWords({ phase }: Held): string {
  if (phase === "offline") return "Waiting for a connection:";
  return phase === "lost" ? "Trying again:" : "Sending to";
}

/** The same with the ticket. */
export const sendingTitle = (reply: Held): string => `${sendingWords(reply)} ${ticketLabel(reply.ticketNumber)}`;

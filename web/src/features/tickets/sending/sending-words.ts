import { ticketLabel } from "@deskhand/contract/vocabulary";
import { namesByKind } from "../../../entities/person/mailbox-words.ts";
import type { HeldReply } from "./held-reply.ts";
import type { Held } from "./held-store.ts";

/** Whether a held reply can still be taken back. */
export const isUndoable = ({ phase }: Held): boolean => phase !== "sending";

/** What becomes of a held reply at the moment; those it goes to follow. */
export function sendingWords({ phase }: Held): string {
  if (phase === "offline") return "Waiting for a connection:";
  return phase === "lost" ? "Trying again:" : "Sending to";
}

/** Those whom a held reply goes to, by name; nothing of one that does not say. */
export function namesIn({ recipients, known }: HeldReply): string | null {
  return recipients && namesByKind(recipients, (email) => known.includes(email));
}

/** What becomes of it, with those it goes to, or the ticket where it does not say. */
export const sendingTitle = (reply: Held): string =>
  `${sendingWords(reply)} ${namesIn(reply) ?? ticketLabel(reply.ticketNumber)}`;

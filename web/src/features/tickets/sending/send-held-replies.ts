import { ticketLabel } from "@deskhand/contract/vocabulary";
import { openStores } from "./held-replies.ts";

/** Sends at once whatever replies this page holds; returns a sentence on those that could not be sent, or null. */
export async function sendHeldReplies(): Promise<string | null> {
  const unsent = (await Promise.all(openStores().map((store) => store.sendAll()))).flat();
  if (unsent.length === 0) return null;
  const labels = [...new Set(unsent.map(({ ticketNumber }) => ticketLabel(ticketNumber)))].join(", ");
  return `You are still signed in: your reply to ${labels} was not sent`;
}

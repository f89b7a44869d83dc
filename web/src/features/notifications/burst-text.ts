import type { Notification } from "@deskhand/contract/notifications";
import type { Arrival } from "./gather-arrivals.ts";
import { groupMessage, ticketBeside } from "./group-notifications.ts";
import { countedType, notificationWords, summary } from "./notification-words.ts";

/**
 * Puts notifications that came together into words, for a toast or a desktop notification; `newest` are those at hand, which
 * need not be all of them. The type and the ticket are null unless all of them share one.
 */
export function burstText(all: readonly Arrival[], newest: readonly Notification[]) {
  const flood = newest.find(({ id }) => id.startsWith("flood-") && all.some((arrival) => arrival.id === id));
  if (flood && all.every(({ type }) => type === flood.type)) {
    // What came before it is counted in it.
    return { title: flood.title, message: flood.message, type: flood.type, ticketId: null };
  }
  const types = new Set(all.map(({ type }) => type));
  const tickets = new Set(all.map(({ ticketId }) => ticketId));
  const [type = null] = types.size === 1 ? types : [];
  const [ticketId = null] = tickets.size === 1 ? tickets : [];
  if (type !== null && (all.length === 1 || ticketId !== null)) {
    const known = newest.filter(({ id }) => all.some((arrival) => arrival.id === id));
    const message =
      known.length === all.length ? groupMessage(known) : all.length > 1 ? countedType(all.length, type) : undefined;
    const [newestKnown] = known;
    const said = [message, newestKnown && ticketBeside(newestKnown)].filter(Boolean);
    return {
      title: notificationWords[type].title,
      message: said.length > 0 ? said.join(" · ") : undefined,
      type,
      ticketId,
    };
  }
  return {
    title: `${all.length.toLocaleString("en-US")} new notifications`,
    message: summary(all.map((arrival) => arrival.type)),
    type,
    ticketId,
  };
}

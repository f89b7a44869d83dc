import type { Notification } from "@deskhand/contract/notifications";
import type { NotificationType } from "@deskhand/contract/vocabulary";
import type { Arrival } from "./gather-arrivals.ts";
import { groupMessage } from "./group-notifications.ts";
import { countedType, notificationWords, summary } from "./notification-words.ts";

/** What a toast or a desktop notification says about notifications that came together. */
export interface BurstText {
  title: string;
  message: string | undefined;
  /** Null for several types. */
  type: NotificationType | null;
  /** The ticket that all of them are about; null when they are about several, or none. */
  ticketId: string | null;
}

/** Puts a burst into words; `newest` are the notifications at hand, which need not hold all of them. */
export function burstText(all: readonly Arrival[], newest: readonly Notification[]): BurstText {
  const types = new Set(all.map(({ type }) => type));
  const tickets = new Set(all.map(({ ticketId }) => ticketId));
  const [type = null] = types.size === 1 ? types : [];
  const [ticketId = null] = tickets.size === 1 ? tickets : [];
  if (type !== null && (all.length === 1 || ticketId !== null)) {
    const known = newest.filter(({ id }) => all.some((arrival) => arrival.id === id));
    const message =
      known.length === all.length ? groupMessage(known) : all.length > 1 ? countedType(all.length, type) : undefined;
    return { title: notificationWords[type].title, message, type, ticketId };
  }
  return {
    title: `${all.length.toLocaleString("en-US")} new notifications`,
    message: summary(all.map((arrival) => arrival.type)),
    type,
    ticketId,
  };
}

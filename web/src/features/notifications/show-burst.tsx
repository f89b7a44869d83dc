import type { Notification } from "@deskhand/contract/notifications";
import type { QueryClient } from "@tanstack/react-query";
import type { OpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { isShown, type Tabs } from "../../lib/join-tabs.ts";
import { closeToast, showToast } from "../../ui/overlay/show-toast.ts";
import { raiseDesktop } from "./desktop-notification.ts";
import type { Arrival, Burst } from "./gather-arrivals.ts";
import { groupMessage, ticketBeside } from "./group-notifications.ts";
import { countedType, NotificationIcon, notificationWords, summary } from "./notification-words.tsx";
import { playSound } from "./play-sound.ts";

/** What is at hand where notifications are shown. */
export interface AlertWays extends OpenTicket {
  onShowAll: () => void;
}

/** What it is shown with. */
export interface Showing {
  cache: QueryClient;
  tabs: Tabs;
  ways: () => AlertWays;
}

const CHOICES_FRESH_MS = 60_000;
/** A burst is heard as one sound, not as one for each step of its growth. */
const QUIET_MS = 3_000;
let rangAt = 0;

/** Shows a burst as a toast; while nobody looks also, for who wants it, by the operating system, and by a sound. */
export async function showBurst({ id, all }: Burst, { cache, tabs, ways }: Showing): Promise<void> {
  const newest = await fetchNewest(cache, all.at(-1)?.id);
  const known = newest.filter((item) => all.some((arrival) => arrival.id === item.id));
  // Read meanwhile on another device.
  if (known.length === all.length && known.every(({ read }) => read)) return closeToast(id);

  const { title, message, type, ticketId } = burstText(all, known);
  const onChoose = () => {
    closeToast(id);
    if (ticketId === null) return ways().onShowAll();
    ways().openTicket(ticketId);
    // What could not be marked stays unread in the bell.
    for (const item of known) void orNull(api.notifications.markRead.call({ id: item.id }));
  };
  const isLookedAt = await tabs.isAnyShown();
  if (isShown() || !isLookedAt) showToast({ id, title, message, icon: <NotificationIcon type={type} />, onChoose });

  if (!tabs.isSpeaker()) return;
  const choices = await orNull(
    cache.fetchQuery(api.notifications.preferences.queryOptions({ staleTime: CHOICES_FRESH_MS, retry: false })),
  );
  if (choices?.desktop && !isLookedAt) raiseDesktop({ id, title, message, onChoose });
  if (!choices?.sound || Date.now() - rangAt < QUIET_MS) return;
  rangAt = Date.now();
  // Whatever comes next is shown while the audio still starts.
  void playSound();
}

/** The newest notifications, with the one that came last among them unless it is gone. */
async function fetchNewest(cache: QueryClient, lastId: string | undefined): Promise<Notification[]> {
  const fetchList = () => orNull(cache.fetchQuery(api.notifications.list.queryOptions({ staleTime: 0, retry: false })));
  // What comes with it may cut the first one off, as when the connection stands again.
  const list = (await fetchList()) ?? (await fetchList());
  if (list === null || list.items.some(({ id }) => id === lastId)) return list?.items ?? [];
  // A fetch that was under way before it came is joined, and does not know it.
  const anew = await fetchList();
  return (anew ?? list).items;
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch {
    // The connection was lost in between: the toast then says what it can, and the rest waits in the bell.
    return null;
  }
}

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

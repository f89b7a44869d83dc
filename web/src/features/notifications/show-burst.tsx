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

/** What notifications on a screen can open. */
export interface AlertWays extends OpenTicket {
  onShowAll: () => void;
}

/** Dependencies of showing a burst. */
export interface Showing {
  cache: QueryClient;
  tabs: Tabs;
  ways: () => AlertWays;
}

const CHOICES_FRESH_MS = 60_000;
/** A burst plays one sound, not one for every update. */
const QUIET_MS = 3_000;
let rangAt = 0;

/** Shows a burst as a toast and, when the page is hidden, as a desktop notification and a sound, by preference. */
export async function showBurst({ id, all }: Burst, { cache, tabs, ways }: Showing): Promise<void> {
  const newest = await fetchNewest(cache, all.at(-1)?.id);
  const arrived = newest.filter((item) => all.some((arrival) => arrival.id === item.id));
  // Read on another device meanwhile.
  if (arrived.length === all.length && arrived.every(({ read }) => read)) return closeToast(id);

  const { title, message, type, ticketId } = burstText(all, arrived);
  const onChoose = () => {
    closeToast(id);
    if (ticketId === null) return ways().onShowAll();
    ways().openTicket(ticketId);
    // If marking fails, it stays unread in the bell.
    for (const item of arrived) void orNull(api.notifications.markRead.call({ id: item.id }));
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
  // Not awaited, so that later arrivals are shown while the audio starts.
  void playSound();
}

/** Returns the newest notifications, including the last arrival unless it was deleted. */
async function fetchNewest(cache: QueryClient, lastId: string | undefined): Promise<Notification[]> {
  const fetchList = () => orNull(cache.fetchQuery(api.notifications.list.queryOptions({ staleTime: 0, retry: false })));
  // Events around it, such as a reconnect, may cancel the first fetch.
  const list = (await fetchList()) ?? (await fetchList());
  if (list === null || list.items.some(({ id }) => id === lastId)) return list?.items ?? [];
  // A fetch already under way may predate the arrival.
  const refetched = await fetchList();
  return (refetched ?? list).items;
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch {
    // The connection was lost: the toast says what it can, and the bell keeps the rest.
    return null;
  }
}

/**
 * Describes notifications that arrived together, for a toast or desktop notification. `newest` may lack some of them.
 * Type and ticket are null unless all share them.
 */
export function burstText(all: readonly Arrival[], newest: readonly Notification[]) {
  const flood = newest.find(({ id }) => id.startsWith("flood-") && all.some((arrival) => arrival.id === id));
  if (flood && all.every(({ type }) => type === flood.type)) {
    // Its count includes the earlier ones.
    return { title: flood.title, message: flood.message, type: flood.type, ticketId: null };
  }
  const types = new Set(all.map(({ type }) => type));
  const tickets = new Set(all.map(({ ticketId }) => ticketId));
  const [type = null] = types.size === 1 ? types : [];
  const [ticketId = null] = tickets.size === 1 ? tickets : [];
  if (type !== null && (all.length === 1 || ticketId !== null)) {
    const arrived = newest.filter(({ id }) => all.some((arrival) => arrival.id === id));
    const message =
      arrived.length === all.length
        ? groupMessage(arrived)
        : all.length > 1
          ? countedType(all.length, type)
          : undefined;
    const [newestKnown] = arrived;
    const parts = [message, newestKnown && ticketBeside(newestKnown)].filter(Boolean);
    return {
      title: notificationWords[type].title,
      message: parts.length > 0 ? parts.join(" · ") : undefined,
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

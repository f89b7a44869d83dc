import type { EventPayloads, TenantEvent } from "@deskhand/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useOpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { isShown, joinTabs } from "../../lib/join-tabs.ts";
import { useSession } from "../../lib/session.ts";
import { fetchSoon } from "../../ui/fetch-soon.ts";
import { hasToast } from "../../ui/overlay/show-toast.ts";
import { type Arrival, type Burst, gatherArrivals } from "./gather-arrivals.ts";
import type { AlertWays, Showing } from "./show-burst.tsx";

const burstCode = fetchSoon(() => import("./show-burst.tsx"));

/** Shows the user's arriving notifications in bursts. Returns the handler for live events. */
export function useAlerts(onShowAll: () => void): (event: TenantEvent) => void {
  const cache = useQueryClient();
  const { user } = useSession();
  const userId = user?.id;
  const ways: AlertWays = { ...useOpenTicket(), onShowAll };
  const latest = useRef(ways);
  latest.current = ways;
  const show = useRef<(arrival: Arrival) => void>(undefined);

  useEffect(() => {
    if (userId === undefined) return;
    const tabs = joinTabs(userId);
    show.current = gatherArrivals({
      show: (burst) => showWith(burst, { cache, tabs, ways: () => latest.current }),
      isSeen: hasToast,
    });
    return () => {
      show.current = undefined;
      tabs.leave();
    };
  }, [cache, userId]);

  return useCallback(
    (event) => {
      if (event.type !== "notification.created" || userId === undefined || !isToldTo(event.payload, userId)) return;
      const { id, type, ticketId } = event.payload;
      // The open thread shows it.
      const isLookedAt = ticketId !== null && ticketId === latest.current.openTicketId && isShown();
      if (!isLookedAt) show.current?.({ id, type, ticketId });
    },
    [userId],
  );
}

async function showWith(burst: Burst, showing: Showing): Promise<void> {
  let code: Awaited<ReturnType<typeof burstCode>>;
  try {
    code = await burstCode();
  } catch {
    // Offline, or the server was updated meanwhile: the bell will count it.
    return;
  }
  await code.showBurst(burst, showing);
}

/** Whether a notification event concerns a user; events for very many recipients name nobody and concern all. */
export function isToldTo({ userIds }: EventPayloads["notification.created"], userId: string): boolean {
  return userIds === null || userIds.includes(userId);
}

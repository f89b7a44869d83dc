import type { TenantEvent } from "@deskhand/contract/events";
import { matchQuery, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../lib/api.ts";
import { coalesce } from "../lib/coalesce.ts";
import { leaveForLogin } from "../lib/leave-for-login.ts";
import { connectLive } from "../lib/live.ts";
import { refetchAnew } from "../lib/refetch-anew.ts";
import { useSession } from "../lib/session.ts";
import { announce } from "../ui/announcer.tsx";

const TOGETHER_MS = 1_000;

/** What is no longer true after an event. */
function staleAfter(event: TenantEvent): QueryKey[] {
  if (event.type === "user.updated") return [api.account.me.key(), api.dashboard.key()];
  if (event.type === "notification.created" || event.type === "notification.read") {
    return [api.notifications.list.key(), api.notifications.page.key()];
  }
  const lists = [api.tickets.list.key(), api.dashboard.key()];
  if (event.type === "ticket.created") return lists;
  const { ticketId } = event.payload;
  const ticket = [api.tickets.get.key({ input: { id: ticketId } })];
  if (event.type === "message.delivery-changed") return ticket;
  return event.type === "note.created" ? [...ticket, api.dashboard.recentActivity.key()] : [...ticket, ...lists];
}

/** What a screen reader is told, in the words of the notifications; null for what one did oneself or need not hear. */
function sentenceFor(event: TenantEvent, userId: string | undefined): string | null {
  if (event.type === "ticket.created" && event.payload.createdBy !== userId) {
    return `New ticket created: ${event.payload.subject}`;
  }
  // The message that opens a ticket has been told with it.
  if (event.type !== "message.created" || event.payload.opensTicket) return null;
  if (event.payload.isFromCustomer && !event.payload.isAutomatic) {
    return `New reply from ${event.payload.authorName}`;
  }
  return null;
}

/** Keeps everything on the screen up to date over the live connection; returns whether it stands. */
export function useLive(): boolean {
  const cache = useQueryClient();
  const { user } = useSession();
  const userId = useRef<string>(undefined);
  userId.current = user?.id;
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const refetch = coalesce<string>((key) => refetchAnew(cache, { queryKey: JSON.parse(key) }), TOGETHER_MS);
    const account = { queryKey: api.account.key() };

    return connectLive({
      onEvent(event) {
        for (const key of staleAfter(event)) refetch(JSON.stringify(key));
        const sentence = sentenceFor(event, userId.current);
        if (sentence !== null) announce(sentence);
      },
      // No event changes who is signed in.
      onReset: () => void refetchAnew(cache, { predicate: (query) => !matchQuery(account, query) }),
      onConnectedChange(connected) {
        setConnected(connected);
        // The server also hangs up when a session ends: asking who is signed in tells.
        if (!connected) void cache.invalidateQueries({ queryKey: api.account.me.key() });
      },
      onSignedOut: leaveForLogin,
    });
  }, [cache]);

  return isConnected;
}

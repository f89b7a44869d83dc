import type { TenantEvent } from "@deskhand/contract/events";
import { matchQuery, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isForUser } from "../features/notifications/use-alerts.ts";
import { api } from "../lib/api.ts";
import { coalesce, connectLive } from "../lib/live.ts";
import { leaveForLogin } from "../lib/login-address.ts";
import { refetchAnew, whenQuiet } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { firstScreen, firstScreenStands } from "../ui/fetch-soon.ts";

const TOGETHER_MS = 1_000;
/** Figures of the whole store are summed up anew each time, and a busy store changes every second. */
const FIGURES_MS = 15_000;

/** What the mail log says. An opened raw mail is what it was: it is large, and nothing that happens changes it. */
const mails = [api.mail.log.key(), api.mail.entry.key(), api.heldMail.list.key()];

/** What is no longer true after an event. */
function staleAfter(event: TenantEvent, userId: string | undefined): QueryKey[] {
  if (event.type === "user.updated")
    return [api.account.me.key(), api.team.key(), api.setup.key(), api.dashboard.key()];
  if (event.type === "client.renamed") return [api.account.me.key(), api.client.key()];
  if (isOfForwarding(event)) return [api.forwarding.key(), api.client.key(), api.account.me.key()];
  if (event.type === "resource.changed") return [api.knowledge.key()];
  if (event.type === "views.changed") {
    const { userId: whose } = event.payload;
    return whose === null || whose === userId ? [api.views.key()] : [];
  }
  if (event.type === "preferences.changed") return event.payload.userId === userId ? [api.desk.preferences.key()] : [];
  if (event.type === "plan.chosen") return [api.billing.key()];
  // Their tickets are nobody's.
  if (event.type === "user.deleted") return [api.team.key(), api.setup.key(), api.tickets.key(), api.dashboard.key()];
  const notifications = [api.notifications.list.key(), api.notifications.page.key()];
  if (event.type === "notification.created" || event.type === "notification.read") {
    return userId === undefined || isForUser(event, userId) ? notifications : [];
  }
  // With the store its orders go, and its figures from the customers.
  if (event.type === "store.changed")
    return [
      api.customers.key(),
      api.orders.key(),
      api.tracking.key(),
      api.shopify.key(),
      api.syncs.key(),
      api.setup.status.key(),
    ];
  if (event.type === "email-settings.changed") return [api.emailSettings.read.key(), api.sending.domain.key()];
  if (event.type === "sender-domain.changed") return [api.sending.domain.key(), api.emailSettings.read.key()];
  if (event.type === "mail.logged" || event.type === "mail.held" || event.type === "mail.held-ending") return mails;
  if (event.type === "sending.limit-near") return [api.sending.limits.key()];
  if (event.type === "store.sync-changed") return [api.syncs.key(), api.shopify.status.key(), api.shopify.counts.key()];
  // Most tickets and messages are mails.
  const lists = [api.tickets.list.key(), api.tickets.ofCustomer.key(), api.dashboard.key(), ...mails];
  if (event.type === "ticket.read") return event.payload.userId === userId ? [api.tickets.list.key()] : [];
  // A new ticket may have brought a new customer, and one of a flood is told of by a notification that is there.
  if (event.type === "ticket.created") return [...lists, ...notifications, api.customers.key()];
  if (event.type === "orders.changed") {
    const { orderIds } = event.payload;
    const opened = orderIds?.map((id) => api.orders.get.key({ input: { id } })) ?? [api.orders.get.key()];
    // The store's customers come with their orders.
    const customers = [api.customers.list.key(), api.customers.get.key()];
    return [...opened, api.orders.list.key(), api.orders.ofCustomer.key(), api.tracking.key(), ...customers];
  }
  // Tickets and orders show whom they are from.
  if (isOfCustomer(event)) {
    return [api.customers.key(), api.tickets.key(), api.orders.key(), api.tracking.key(), api.dashboard.key()];
  }
  // Who got some of them, or has some, is told by a notification.
  if (event.type === "tickets.assigned" || event.type === "tickets.status-changed") return [];
  if (event.type === "tickets.changed") {
    const opened = event.payload.ticketIds.map((id) => ({ input: { id } }));
    return [...lists, ...opened.flatMap((one) => [api.tickets.get.key(one), api.tickets.activity.key(one)])];
  }
  if (event.type === "tickets.woken") {
    return [...lists, ...event.payload.ticketIds.map((id) => api.tickets.get.key({ input: { id } }))];
  }
  // The ticket, what else its customers have, and what is theirs of the orders.
  if (event.type === "ticket.customer-changed") {
    return [...lists, api.tickets.key(), api.messages.key(), api.tracking.key(), api.customers.key()];
  }
  // Both tickets, with all that is shown of them.
  if (event.type === "ticket.merged" || event.type === "ticket.unmerged" || event.type === "message.moved") {
    return [...lists, api.tickets.key(), api.messages.key(), api.tracking.key(), api.customers.get.key()];
  }
  const { ticketId } = event.payload;
  const input = { id: ticketId };
  const ticket: QueryKey[] = [api.tickets.get.key({ input }), api.tickets.activity.key({ input })];
  if (event.type === "message.delivery-changed") return [...ticket, ...mails];
  if (event.type === "message.files-scanned") return ticket;
  const orders = api.tracking.ofTicket.key({ input: { ticketId } });
  if (event.type === "message.erased") return [...ticket, orders, ...lists, api.mail.raw.key(), ...notifications];
  if (event.type === "tracking-note.created") return [orders];
  if (event.type === "ticket.order-changed") return [orders, ...ticket, api.dashboard.recentActivity.key()];
  // Its notifications went with it.
  if (event.type === "ticket.deleted") return [...ticket, ...lists, ...notifications, api.customers.get.key()];
  // A text may name another order, and what happened since it was written is another.
  const texts = [...ticket, orders];
  return event.type === "note.created" ? [...texts, api.dashboard.recentActivity.key()] : [...texts, ...lists];
}

/** The figures that are no longer true after an event. */
function figuresAfter({ type }: TenantEvent): QueryKey[] {
  if (/^(?:tickets?|message|customer)\.|^user\.deleted$/.test(type)) return [api.views.counts.key()];
  return type === "orders.changed" ? [api.orders.stats.key(), api.customers.stats.key(), api.shopify.counts.key()] : [];
}

function isOfForwarding(event: TenantEvent): event is Extract<TenantEvent, { type: `forwarding.${string}` }> {
  return event.type.startsWith("forwarding.");
}

function isOfCustomer(event: TenantEvent): event is Extract<TenantEvent, { type: `customer.${string}` }> {
  return event.type.startsWith("customer.");
}

/** Keeps everything on the screen up to date over the live connection and hands each event on; returns whether it stands. */
export function useLive(onEvent: (event: TenantEvent) => void): boolean {
  const cache = useQueryClient();
  const { user } = useSession();
  const userId = useRef<string>(undefined);
  userId.current = user?.id;
  const handOn = useRef(onEvent);
  handOn.current = onEvent;
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const refetchAll = (key: string) => refetchAnew(cache, { queryKey: JSON.parse(key) });
    const refetch = coalesce(refetchAll, TOGETHER_MS);
    const refetchFigures = coalesce(refetchAll, FIGURES_MS);
    const account = { queryKey: api.account.key() };

    let isOver = false;
    let disconnect: (() => void) | undefined;
    // Whoever connects late is told what came since the page began to load.
    void Promise.race([firstScreen, whenQuiet(cache)]).then(() => {
      firstScreenStands();
      if (!isOver) disconnect = connect();
    });
    return () => {
      isOver = true;
      disconnect?.();
    };

    function connect() {
      return connectLive({
        onEvent(event, isKnown) {
          for (const key of staleAfter(event, userId.current)) refetch(JSON.stringify(key));
          for (const key of figuresAfter(event)) refetchFigures(JSON.stringify(key));
          // Any of them may be one of a new store's first steps. Where they are over or not on the screen nothing is fetched.
          refetch(JSON.stringify(api.setup.firstSteps.key()));
          if (!isKnown) handOn.current(event);
        },
        // No event changes who is signed in.
        onReset: () => void refetchAnew(cache, { predicate: (query) => !matchQuery(account, query) }),
        onConnectedChange(connected) {
          setConnected(connected);
          // The server also hangs up when a session ends: asking who is signed in settles it.
          if (!connected) void cache.invalidateQueries({ queryKey: api.account.me.key() });
        },
        // Nothing of it is on the first screen. Should its code not come, the next connection fetches it again.
        onSocket: (socket) =>
          void import("../lib/presence/presence.ts")
            .then(({ presence }) => presence.attach(socket))
            .catch(() => undefined),
        onSignedOut: leaveForLogin,
      });
    }
  }, [cache]);

  return isConnected;
}

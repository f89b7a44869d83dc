import type { EventPayloads, EventType, TenantEvent } from "@deskhand/contract/events";
import type { QueryKey } from "@tanstack/react-query";
import { isToldTo } from "../features/notifications/use-alerts.ts";
import { api } from "../lib/api.ts";

/** Returns the queries outdated by an event, for the signed-in user. */
type Stale<T extends EventType> = (payload: EventPayloads[T], userId: string | undefined) => QueryKey[];

/** The mail log and the Messages tab. A raw mail never changes, and is too large to refetch. */
const mails = [api.mail.log.key(), api.mail.entry.key(), api.heldMail.list.key(), api.messageCenter.key()];
/** Most tickets and messages are mails. */
const lists = [api.tickets.list.key(), api.tickets.ofCustomer.key(), api.dashboard.key(), ...mails];
const notifications = [api.notifications.list.key(), api.notifications.page.key()];
const forwarding = () => [api.forwarding.key(), api.client.key(), api.account.me.key()];
/** Tickets and orders show their customers. */
const customers = () => [
  api.customers.key(),
  api.tickets.key(),
  api.orders.key(),
  api.tracking.key(),
  api.checks.key(),
  api.dashboard.key(),
];
/** Everything shown of both tickets. */
const bothTickets = () => [
  ...lists,
  api.tickets.key(),
  api.messages.key(),
  api.keptReplies.key(),
  api.tracking.key(),
  api.checks.key(),
  api.customers.get.key(),
];
const getOf = (id: string) => api.tickets.get.key({ input: { id } });
const ticketOf = (id: string) => [getOf(id), api.tickets.activity.key({ input: { id } })];
const ordersOf = (ticketId: string) => api.tracking.ofTicket.key({ input: { ticketId } });
/** What replies are compared with. */
const factsOf = (ticketId: string) => api.checks.factsOf.key({ input: { ticketId } });
/** A new text may name another order and resets "since they wrote". */
const textsOf = (ticketId: string) => [...ticketOf(ticketId), ordersOf(ticketId), factsOf(ticketId)];
const ticketAndLists = ({ ticketId }: { ticketId: string }) => [...textsOf(ticketId), ...lists];
/** A notification tells the recipients. */
const none = () => [];

const home = api.home.key();
const teams = () => [api.teams.key(), api.rules.key(), home];

const stale: { [T in EventType]: Stale<T> } = {
  "user.updated": () => [api.account.me.key(), api.team.key(), api.setup.key(), api.dashboard.key()],
  // They leave their teams, and their replies do not wait any more. Their tickets are released one after the other.
  "user.deleted": () => [
    api.team.key(),
    api.teams.key(),
    api.setup.key(),
    api.tickets.key(),
    api.keptReplies.key(),
    api.dashboard.key(),
  ],
  "client.renamed": () => [api.account.me.key(), api.client.key()],
  "plan.chosen": () => [api.billing.key()],
  "preferences.changed": ({ userId: whose }, userId) => (whose === userId ? [api.desk.preferences.key()] : []),
  "teams.changed": teams,
  "team.deleted": () => [...teams(), api.tickets.key()],
  "person.handed-over": () => [api.tickets.releases.key()],
  "tickets.released": () => [api.tickets.releases.key()],
  "tickets.untaken": none,
  "rules.changed": () => [api.rules.key(), api.ratings.settings.key(), home],
  "rule.stopped": () => [api.rules.key(), home],
  "hours.changed": () => [api.hours.key()],
  "targets.changed": () => [api.targets.key()],
  "targets.refreshed": () => [api.tickets.key(), api.targets.ofTicket.key(), home],
  "targets.told": () => [api.tickets.list.key(), home],
  "ticket.rated": ({ ticketId }) => [...ticketOf(ticketId), api.tickets.list.key(), api.dashboard.key()],
  "rating-settings.changed": () => [api.ratings.key()],
  "incident.found": () => [api.incidents.key(), api.tickets.get.key(), home],
  "incident.changed": () => [api.incidents.key(), api.tickets.list.key(), api.tickets.get.key(), home],
  "api-keys.changed": () => [api.apiKeys.key()],
  "webhooks.changed": () => [api.webhooks.key(), home],
  "mailboxes.changed": () => [api.mailboxes.key()],
  "mailbox.failed": () => [api.mailboxes.key(), home],
  "effect.changed": () => [api.webhooks.key()],
  "order-action.changed": ({ orderId, ticketId }) => [
    api.orderActions.key(),
    api.orders.get.key({ input: { id: orderId } }),
    // What was done fills placeholders.
    ...(ticketId === null ? [] : [...textsOf(ticketId), api.cannedResponses.values.key({ input: { ticketId } })]),
  ],
  "order-approval.asked": () => [api.orderActions.waiting.key(), home],
  "order-approval.decided": () => [api.orderActions.waiting.key(), home],
  "order-limits.changed": () => [api.orderLimits.key()],
  "views.changed": ({ userId: whose }, userId) => (whose === null || whose === userId ? [api.views.key()] : []),
  "resource.changed": () => [api.knowledge.key()],
  "notification.created": (told, userId) => (userId === undefined || isToldTo(told, userId) ? notifications : []),
  "notification.read": ({ userId: whose }, userId) => (userId === undefined || whose === userId ? notifications : []),

  "forwarding.came-back": forwarding,
  "forwarding.bounced": forwarding,
  "forwarding.changed": forwarding,
  "email-settings.changed": () => [api.emailSettings.read.key(), api.sending.domain.key()],
  "sender-domain.changed": () => [api.sending.domain.key(), api.emailSettings.read.key()],
  "sending.limit-near": () => [api.sending.limits.key()],
  "mail.logged": () => mails,
  "mail.held": () => mails,
  "mail.held-ending": () => mails,

  // Disconnecting removes the store's orders, and the customers' figures with them.
  "store.changed": () => [
    home,
    api.orderGrant.key(),
    api.customers.key(),
    api.orders.key(),
    api.tracking.key(),
    api.checks.key(),
    api.shopify.key(),
    api.syncs.key(),
    api.setup.status.key(),
  ],
  "store.sync-changed": () => [api.syncs.key(), api.shopify.status.key(), api.shopify.counts.key()],
  "orders.changed": ({ orderIds }) => [
    ...(orderIds?.map((id) => api.orders.get.key({ input: { id } })) ?? [api.orders.get.key()]),
    ...[api.orders.list.key(), api.orders.ofCustomer.key(), api.tracking.key(), api.checks.key()],
    // Orders bring their customers with them.
    ...[api.customers.list.key(), api.customers.get.key()],
  ],
  "customer.created": customers,
  "customer.updated": customers,
  "customer.addresses-changed": customers,
  "customer.joined": customers,
  "customer.parted": customers,
  "customer.deleted": customers,
  "customer.redacted": customers,

  // A new ticket may have a new customer, and one of a flood updates an existing notification.
  "ticket.created": () => [...lists, ...notifications, api.customers.key()],
  "ticket.read": ({ userId: whose }, userId) => (whose === userId ? [api.tickets.list.key()] : []),
  "ticket.status-changed": ticketAndLists,
  "ticket.updated": ticketAndLists,
  "ticket.assigned": ticketAndLists,
  "tickets.assigned": none,
  "tickets.status-changed": none,
  "tickets.changed": ({ ticketIds }) => [...lists, ...ticketIds.flatMap(ticketOf)],
  "tickets.woken": ({ ticketIds }) => [...lists, ...ticketIds.map(getOf)],
  // The ticket, the other tickets of both customers, and their orders.
  "ticket.customer-changed": () => [
    ...lists,
    ...[api.tickets.key(), api.messages.key(), api.tracking.key(), api.checks.key(), api.customers.key()],
  ],
  "ticket.order-changed": ({ ticketId }) => [...textsOf(ticketId), api.dashboard.recentActivity.key()],
  "ticket.merged": bothTickets,
  "ticket.unmerged": bothTickets,
  "message.moved": bothTickets,
  // Its notifications were deleted with it.
  "ticket.deleted": ({ ticketId }) => [...ticketOf(ticketId), ...lists, ...notifications, api.customers.get.key()],
  "message.created": ticketAndLists,
  "message.erased": ({ ticketId }) => [...textsOf(ticketId), ...lists, api.mail.raw.key(), ...notifications],
  "message.delivery-changed": ({ ticketId }) => [...ticketOf(ticketId), ...mails],
  "message.files-scanned": ({ ticketId }) => ticketOf(ticketId),
  "kept-reply.changed": ({ ticketId, authorId }, userId) => [
    authorId === userId ? api.keptReplies.key() : api.keptReplies.ofTicket.key({ input: { ticketId } }),
    api.messageCenter.key(),
  ],
  "note.created": ({ ticketId }) => [...textsOf(ticketId), api.dashboard.recentActivity.key()],
  "tracking-note.created": ({ ticketId }) => [ordersOf(ticketId)],
};

type EventOf<T extends EventType> = { [Each in T]: { type: Each; payload: EventPayloads[Each] } }[T];

/** Returns the queries outdated by an event; before the user is known, all that may be theirs. */
export function staleAfter<T extends EventType>({ type, payload }: EventOf<T>, userId: string | undefined): QueryKey[] {
  const of: Stale<T> | undefined = stale[type];
  // A newer server has more events.
  return of?.(payload, userId) ?? [];
}

/** Returns the figures outdated by an event. */
export function figuresAfter({ type }: TenantEvent): QueryKey[] {
  if (/^(?:tickets?|message|customer)\.|^(?:user|team)\.deleted$/.test(type)) return [api.views.counts.key(), home];
  // What fails and works again tells so much that the home need not follow each word of it.
  if (/^(?:effect|store|notification|forwarding)\./.test(type)) return [home];
  return type === "orders.changed" ? [api.orders.stats.key(), api.customers.stats.key(), api.shopify.counts.key()] : [];
}

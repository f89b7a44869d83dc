import type { Plan } from "./admin/billing.ts";
import type { Quota } from "./admin/sending.ts";
import type { PresenceClaim, PresenceNews } from "./desk/presence.ts";
import type { Message } from "./messages.ts";
import type { ClockName } from "./targets/clock.ts";
import type { DeliveryState, HeldReason, NotificationType, TicketStatus } from "./vocabulary.ts";

/** The live events for a tenant's screens, by name. An event is a hint: the screen asks the server for what it shows. */
export type EventPayloads = {
  "ticket.created": { ticketId: string; subject: string; createdBy: string | null };
  "ticket.status-changed": { ticketId: string; from: TicketStatus; to: TicketStatus; actorId: string | null };
  "ticket.updated": { ticketId: string };
  /** A person saw the customer's last message, on any device. */
  "ticket.read": { ticketId: string; userId: string };
  /** These snoozed tickets are back; not all are named if there are many. */
  "tickets.woken": { ticketIds: string[] };
  /** Everything on this ticket is on `into` now. */
  "ticket.merged": { ticketId: string; into: string; actorId: string };
  /** What came through it, or through others merged into it, is no longer on `from`. These are not named: there may be hundreds. */
  "ticket.unmerged": { ticketId: string; from: string; actorId: string | null };
  /** A customer's message was moved from `ticketId` to a new ticket. */
  "message.moved": { messageId: string; ticketId: string; to: string; actorId: string };
  /** `from` and `to` are colleagues' ids, null for nobody. */
  "ticket.assigned": { ticketId: string; from: string | null; to: string | null; actorId: string | null };
  /** `from` and `to` are the ids of customers, null for nobody. */
  "ticket.customer-changed": { ticketId: string; from: string | null; to: string | null; actorId: string };
  /** Many tickets were changed together, at most 100 of them here; the two events below tell the colleagues concerned. */
  "tickets.changed": { ticketIds: string[]; actorId: string | null };
  /** One part of a change of many, `change`, assigned tickets to a colleague; `ticketId` if it is one. */
  "tickets.assigned": { change: string; to: string; tickets: number; ticketId: string | null; actorId: string | null };
  /** One part of a change of many set a status on a colleague's tickets; `ticketId` if it is one. */
  "tickets.status-changed": {
    change: string;
    assignedTo: string;
    to: TicketStatus;
    tickets: number;
    ticketId: string | null;
    actorId: string | null;
  };
  /** `actorId` is null if its customer was erased: then nothing about it is kept anywhere. */
  "ticket.deleted": { ticketId: string; actorId: string | null };
  "message.created": Pick<Message, "id" | "ticketId" | "isFromCustomer" | "isAutomatic" | "authorId" | "authorName"> & {
    /** Whether this message began the ticket. */
    beginsTicket: boolean;
    /** The macro that a reply was written with. */
    macroId?: string;
  };
  /** An erased customer's message on another customer's ticket is removed; emitted while it still exists. */
  "message.erased": { ticketId: string; messageId: string };
  /** A reply that is kept until its time: it waits, came back to its author, who then saw that, is a draft there, or was sent. */
  "kept-reply.changed": {
    keptReplyId: string;
    ticketId: string;
    authorId: string;
    state: "waiting" | "returned" | "seen" | "gone" | "sent";
  };
  /** The customer rated the help: `from` is null for the first time. */
  "ticket.rated": { ticketId: string; from: number | null; to: number; hasComment: boolean };
  /** How customers are asked for ratings changed. */
  "rating-settings.changed": Record<never, never>;
  "message.delivery-changed": { ticketId: string; messageId: string; state: DeliveryState };
  /** The virus scanner has checked a file of this message. */
  "message.files-scanned": { ticketId: string; messageId: string };
  "note.created": { ticketId: string; noteId: string; authorId: string | null };
  /** `from` and `to` are the order numbers that colleagues saved for the ticket, null for none. */
  "ticket.order-changed": { ticketId: string; from: string | null; to: string | null; actorId: string };
  "tracking-note.created": { ticketId: string; noteId: string; authorId: string };
  /** A colleague added the customer; one whom a mail adds is told of by the ticket's event. */
  "customer.created": { customerId: string };
  "customer.updated": { customerId: string };
  /** An address was added to them or removed. */
  "customer.addresses-changed": { customerId: string };
  /** All their data belongs to `into` now. */
  "customer.joined": { customerId: string; into: string };
  /** What came with them, or from their addresses after they were joined, no longer belongs to `from`. */
  "customer.parted": { customerId: string; from: string; joinedAt: string };
  "customer.deleted": { customerId: string };
  /** The store's rules changed: one of them, or their order. */
  "rules.changed": Record<never, never>;
  /** A rule ran too often and was switched off. */
  "rule.stopped": { ruleId: string; name: string; ticketId: string };
  /** Working hours or their days off changed. */
  "hours.changed": Record<never, never>;
  /** A policy of targets changed, or their order. */
  "targets.changed": Record<never, never>;
  /** The times of tickets were computed anew, as hours or policies changed. */
  "targets.refreshed": Record<never, never>;
  /** Tickets of one assignee, null for nobody, have a target at risk, or breached it; `ticketId` and `clock` if it is one. */
  "targets.told": {
    level: "at_risk" | "breached";
    to: string | null;
    tickets: number;
    ticketId: string | null;
    clock: ClockName | null;
  };
  /** Several customers wrote within hours of the same thing; told once, whatever joins the incident later. */
  "incident.found": { incidentId: string; title: string };
  /** An incident, its tickets, or an answer of it changed; null for an answer to stalled parcels. */
  "incident.changed": { incidentId: string | null };
  /** The store's API keys changed. */
  "api-keys.changed": Record<never, never>;
  /** The store's webhooks changed. */
  "webhooks.changed": Record<never, never>;
  /** A mailbox of the store changed, or how it is. */
  "mailboxes.changed": Record<never, never>;
  /** A mailbox cannot be read, which is told once until it can be read again. */
  "mailbox.failed": { mailboxId: string; address: string; words: string };
  /** What is done outside moved on. */
  "effect.changed": { effectId: string; targetId: string };
  /** An action on an order was asked for, decided, or moved on. */
  "order-action.changed": { actionId: string; orderId: string; ticketId: string | null };
  /** A person asks colleagues to approve an action on an order. */
  "order-approval.asked": { actionId: string; ticketId: string | null; words: string; actorId: string };
  /** A colleague decided what `askedBy` asked for; `actorId` is null if it ended by itself. */
  "order-approval.decided": {
    actionId: string;
    ticketId: string | null;
    words: string;
    state: "approved" | "declined" | "ended";
    askedBy: string;
    actorId: string | null;
  };
  /** What roles may do to orders changed. */
  "order-limits.changed": Record<never, never>;
  /** The store's teams changed: one of them, or who is away. */
  "teams.changed": Record<never, never>;
  /** A team is about to be deleted; emitted while it still exists. */
  "team.deleted": { teamId: string; name: string; actorId: string };
  /** Somebody went away and hands their open tickets over. */
  "person.handed-over": { userId: string; actorId: string };
  /** Some more tickets were taken from a deleted team, or from somebody who hands them over. */
  "tickets.released": Record<never, never>;
  /** Nobody took these tickets of a team for as long as it allows; `ticketId` if it is one. */
  "tickets.untaken": { teamId: string; team: string; tickets: number; ticketId: string | null };
  /** The person's saved view changed; null if it is, or was, shared. */
  "views.changed": { userId: string | null };
  /** A person's preferences for the desk changed, on any device. */
  "preferences.changed": { userId: string };
  /** The resource is, or was until now, open to all agents; other resources cause no event. */
  "resource.changed": { resourceId: string };
  /** The store was connected or disconnected, or no longer accepts its token: then `lost` names it, once per connection. `lostScopes`: it took
   * these away while orders might be changed. */
  "store.changed": { isConnected: boolean; lost?: string; lostScopes?: string[] };
  /** Everything known about them is erased; emitted while they still exist. */
  "customer.redacted": { customerId: string };
  /** The store's platform changed these orders, in one event for all that came together; null if they are too many to name. */
  "orders.changed": { orderIds: string[] | null };
  /** A sync of the store's orders began, progressed or ended; at most one event a second. */
  "store.sync-changed": Record<never, never>;
  "email-settings.changed": Record<never, never>;
  /** From now on mails come from the store's own domain, or no longer do; `reason` is what was found of its key. */
  "sender-domain.changed": { domain: string; isVerified: boolean; reason: string };
  /** The store has sent most, or all, of the mails of a kind that it may send today. */
  "sending.limit-near": { quota: Quota; sent: number; limit: number };
  /** A mail of the log changed its state, and no other event says so. */
  "mail.logged": { mailId: string };
  /** A limit began to hold mail back; more within the hour is counted in `holdId` without an event. */
  "mail.held": { holdId: string; by: HeldReason };
  /** The next clean-up will remove the raw bytes of this many held mails, the first of them at `from`. */
  "mail.held-ending": { mails: number; from: string };
  /** `actorId` renamed the store. */
  "client.renamed": { from: string; to: string; actorId: string };
  /** A mail that tests the forwarding came back, as itself or inside a forwarder's mail. */
  "forwarding.came-back": { probeId: string; mailLogId: string; as: "itself" | "forward" };
  /** A mail server returned a mail that tests the forwarding, without delivering it. */
  "forwarding.bounced": { probeId: string; mailLogId: string };
  /** Something else about forwarding changed: a test began, Gmail asked, an own support address was added or removed. */
  "forwarding.changed": Record<never, never>;
  /** A person chose a plan. */
  "plan.chosen": { plan: Plan; actorId: string };
  /** A colleague's name, picture, role or state changed; or a person was invited or joined. */
  "user.updated": { userId: string };
  /** A person left the store; emitted while they still exist. */
  "user.deleted": { userId: string; name: string; actorId: string };
  /** A notification's id and type, never its text. `userIds` are its recipients; null if they are too many to name. */
  "notification.created": { id: string; type: NotificationType; ticketId: string | null; userIds: string[] | null };
  /** A person read or saw notifications, on any device. */
  "notification.read": { userId: string };
};
export type EventType = keyof EventPayloads;

/** One numbered event of a tenant; the numbers have no gaps, so a client knows what it missed. */
export type TenantEvent = { [T in EventType]: { number: number; type: T; payload: EventPayloads[T] } }[EventType];

/**
 * Messages on the live connection. The client connects with `auth: { after, age }`: the last number it saw, or null and how many
 * milliseconds ago it began to fetch what it shows.
 */
export type ServerToClient = {
  /**
   * The tenant's current number; sent once after connecting, before anything missed. Every event after `since` will follow;
   * without `since` the server does not know what was missed.
   */
  ready: (at: { number: number; since?: number }) => void;
  event: (event: TenantEvent) => void;
  /** The client missed too much to get it event by event: fetch everything again. */
  reset: (at: { number: number }) => void;
  /** Who is at which ticket; not numbered, and never stored. */
  presence: (news: PresenceNews) => void;
};
export type ClientToServer = {
  /** The server calls `heard` once it has taken the claim. */
  presence: (claim: PresenceClaim, heard: () => void) => void;
};

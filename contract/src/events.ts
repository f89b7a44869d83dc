import type { Plan } from "./admin/billing.ts";
import type { Quota } from "./admin/sending.ts";
import type { PresenceClaim, PresenceNews } from "./desk/presence.ts";
import type { Message } from "./messages.ts";
import type { DeliveryState, HeldReason, NotificationType, TicketStatus } from "./vocabulary.ts";

/** What a tenant's screens get live, by name. A push is a hint: the screen asks the server for what it shows. */
export type EventPayloads = {
  "ticket.created": { ticketId: string; subject: string; createdBy: string | null };
  "ticket.status-changed": { ticketId: string; from: TicketStatus; to: TicketStatus; actorId: string | null };
  "ticket.updated": { ticketId: string };
  /** Somebody saw what its customer wrote last, on whichever of their devices. */
  "ticket.read": { ticketId: string; userId: string };
  /** Put off until now, they are back; as many as can be named. */
  "tickets.woken": { ticketIds: string[] };
  /** Everything on it is on `into` now. */
  "ticket.merged": { ticketId: string; into: string; actorId: string };
  /** What came by it, or by others that were merged into it (`branch`, itself included), is no longer on `from`. */
  "ticket.unmerged": { ticketId: string; from: string; branch: string[]; actorId: string | null };
  /** A customer's message is on a ticket of its own now; `ticketId` is where it was. */
  "message.moved": { messageId: string; ticketId: string; to: string; actorId: string };
  /** `from` and `to` are colleagues' ids, null for nobody. */
  "ticket.assigned": { ticketId: string; from: string | null; to: string | null; actorId: string | null };
  /** `from` and `to` are the ids of customers, null for nobody. */
  "ticket.customer-changed": { ticketId: string; from: string | null; to: string | null; actorId: string };
  /** Many were changed together, at most 100 of them here; whoever got some, or has some of them, is told by the two below. */
  "tickets.changed": { ticketIds: string[]; actorId: string };
  /** A part of a change of many, `change`, gave a colleague tickets; `ticketId` where it is one. */
  "tickets.assigned": { change: string; to: string; tickets: number; ticketId: string | null; actorId: string };
  /** A part of a change of many set a status on tickets of a colleague's; `ticketId` where it is one. */
  "tickets.status-changed": {
    change: string;
    assignedTo: string;
    to: TicketStatus;
    tickets: number;
    ticketId: string | null;
    actorId: string;
  };
  /** `actorId` is null where its customer was erased: then nothing of it is kept anywhere. */
  "ticket.deleted": { ticketId: string; actorId: string | null };
  "message.created": Pick<Message, "id" | "ticketId" | "isFromCustomer" | "isAutomatic" | "authorId" | "authorName"> & {
    /** True for the message a ticket began with. */
    beginsTicket: boolean;
  };
  /** What an erased customer wrote on somebody else's ticket is taken out of it; emitted while it is still there. */
  "message.erased": { ticketId: string; messageId: string };
  "message.delivery-changed": { ticketId: string; messageId: string; state: DeliveryState };
  /** The virus scanner has looked through a file that came with it. */
  "message.files-scanned": { ticketId: string; messageId: string };
  "note.created": { ticketId: string; noteId: string; authorId: string | null };
  /** `from` and `to` are the numbers of the order that a colleague says the ticket is about, null for none. */
  "ticket.order-changed": { ticketId: string; from: string | null; to: string | null; actorId: string };
  "tracking-note.created": { ticketId: string; noteId: string; authorId: string };
  /** Written by a colleague; whom a mail brings is told by its ticket. */
  "customer.created": { customerId: string };
  "customer.updated": { customerId: string };
  /** An address was added to them, or taken off. */
  "customer.addresses-changed": { customerId: string };
  /** All that was theirs is `into`'s now. */
  "customer.joined": { customerId: string; into: string };
  /** What came with them, or by their addresses since they were joined, is no longer `from`'s. */
  "customer.parted": { customerId: string; from: string; joinedAt: string };
  "customer.deleted": { customerId: string };
  /** Somebody's saved view; null where it is, or was until now, shared. */
  "views.changed": { userId: string | null };
  /** How somebody works through the tickets, on whichever of their devices. */
  "preferences.changed": { userId: string };
  /** One that is, or was until now, open to all agents; no other is told of. */
  "resource.changed": { resourceId: string };
  /** The store was connected or disconnected, or no longer takes its token: then `lost` names it, once until it is connected again. */
  "store.changed": { isConnected: boolean; lost?: string };
  /** Everything that is known of them is erased; emitted while they are still there. */
  "customer.redacted": { customerId: string };
  /** What the store's platform brought, once for all that came together; null where they are too many to be named. */
  "orders.changed": { orderIds: string[] | null };
  /** A sync of the store's orders began, went on or ended; at most one a second. */
  "store.sync-changed": Record<never, never>;
  "email-settings.changed": Record<never, never>;
  /** Mails come from the store's own domain from now on, or no more; `reason` is what was found of its key. */
  "sender-domain.changed": { domain: string; isVerified: boolean; reason: string };
  /** The store has sent most of the mails of a kind, or all, that it may send today. */
  "sending.limit-near": { quota: Quota; sent: number; limit: number };
  /** A mail of the log is in another state, and no other event says so. */
  "mail.logged": { mailId: string };
  /** A limit begins to hold mail back; what follows within the hour is counted in `holdId` and not said. */
  "mail.held": { holdId: string; by: HeldReason };
  /** The raw bytes of so many held mails go at the clean-up, the first of them then. */
  "mail.held-ending": { mails: number; from: string };
  /** The store has another name; `actorId` gave it. */
  "client.renamed": { from: string; to: string; actorId: string };
  /** A mail that tests the forwarding came back, as itself or inside a mail of whoever forwarded it. */
  "forwarding.came-back": { probeId: string; mailLogId: string; as: "itself" | "forward" };
  /** A mail that tests the forwarding was returned by a mail server that did not deliver it. */
  "forwarding.bounced": { probeId: string; mailLogId: string };
  /** Something else of it is another: a test began, Gmail asked, a support address of the store's own was added or removed. */
  "forwarding.changed": Record<never, never>;
  /** Somebody would like a plan. */
  "plan.chosen": { plan: Plan; actorId: string };
  /** A colleague's name, picture, role or state; or somebody was invited or has joined. */
  "user.updated": { userId: string };
  /** Somebody is no longer of the store; emitted while they are still there. */
  "user.deleted": { userId: string; name: string; actorId: string };
  /** A notification's id and type, never its text. `userIds` are those it is for; null when it is for more than can be named. */
  "notification.created": { id: string; type: NotificationType; ticketId: string | null; userIds: string[] | null };
  /** Somebody read or saw notifications, on whichever of their devices. */
  "notification.read": { userId: string };
};
export type EventType = keyof EventPayloads;

/** One numbered event of a tenant; numbers have no gaps, so a client knows what it missed. */
export type TenantEvent = { [T in EventType]: { number: number; type: T; payload: EventPayloads[T] } }[EventType];

/**
 * Messages on the live connection. The client connects with `auth: { after, age }`: the last number it saw, or null and how many
 * milliseconds ago it began to fetch what it shows.
 */
export type ServerToClient = {
  /**
   * The number the tenant is at; sent once after connecting, before anything missed. All that came after `since` is on its way;
   * without it the server does not know what was missed.
   */
  ready: (at: { number: number; since?: number }) => void;
  event: (event: TenantEvent) => void;
  /** Too much was missed to be sent one by one: fetch everything again. */
  reset: (at: { number: number }) => void;
  /** Who is at which ticket; beside the numbered events, and never stored. */
  presence: (news: PresenceNews) => void;
};
export type ClientToServer = {
  /** `heard` is called once the server has taken it. */
  presence: (claim: PresenceClaim, heard: () => void) => void;
};

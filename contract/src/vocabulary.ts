/** The words that browser and server share. Free of zod, so that the first screen need not load it. */

import { type Role, roles } from "./permissions.ts";

export const ticketStatuses = ["open", "in-progress", "pending", "resolved", "closed", "urgent"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** The word for each status (docs/product.md#statuses). */
export const statusLabels: Record<TicketStatus, string> = {
  open: "Open",
  "in-progress": "In Progress",
  pending: "Pending",
  resolved: "Resolved",
  closed: "Closed",
  urgent: "URGENT",
};

export const archivedStatuses = ["resolved", "closed"] as const satisfies TicketStatus[];

export const ticketPriorities = ["low", "medium", "high", "urgent"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const ticketCategories = [
  "General",
  "Shipping",
  "Returns & Refunds",
  "Product Support",
  "Account",
  "Billing",
] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketViews = ["active", "archive"] as const;
export type TicketView = (typeof ticketViews)[number];

/** How the list of tickets is sorted: by urgency, by the last activity, by the longest wait, or by the target that is due next. */
export const ticketSorts = ["priority", "activity", "waiting", "due"] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** What a rating is looked for by: a score, several scores, or that there is none. */
const ratingChoices = ["high", "low", "5", "4", "3", "2", "1", "unanswered", "not-asked"] as const;
type RatingChoice = (typeof ratingChoices)[number];
const ratingChoiceWords: Partial<Record<RatingChoice, string>> = {
  high: "Good (4 or 5)",
  low: "Bad (1 or 2)",
  unanswered: "Asked, not rated",
  "not-asked": "Not asked",
};

/**
 * The filters of the ticket list, in the order of their badges: what each takes and its label. Its schema, its place in the address and in
 * a saved view, its badge and its chips are made of it; a choice without `words` is shown as it is, and many choices are put `inList`. What
 * it asks of a ticket stands in db/functions/tickets/ticket-list.sql.
 */
export const ticketFilters = {
  status: { takes: "some", label: "Status", of: ticketStatuses, words: { urgent: "URGENT" } },
  priority: { takes: "some", label: "Priority", of: ticketPriorities },
  category: { takes: "some", label: "Category", of: ticketCategories, inList: true },
  /** The customer's whole e-mail address. */
  customer: { takes: "address", label: "Customer" },
  /** Those whose customer has the last word, which no archive has. */
  needsReply: { takes: "on", label: "Needs reply", isActive: true },
  /** One's own, nobody's, or a colleague's. */
  assignee: { takes: "person", label: "Assigned to" },
  /** A team's, or those without one. */
  team: { takes: "team", label: "Team" },
  /** Any of these tags, upper and lower case alike. */
  tag: { takes: "tags", label: "Tag" },
  /** Those that are put off, which no other list has. */
  snoozed: { takes: "on", label: "Snoozed", isActive: true },
  /** Those with a target whose time is nearly used up, or is (docs/product.md#targets); no archive has these. */
  atRisk: { takes: "on", label: "At risk", isActive: true },
  breached: { takes: "on", label: "Breached", isActive: true },
  /** Those whose due date has passed. */
  overdue: { takes: "on", label: "Overdue", isActive: true },
  /** Those that began, became resolved (and are), or were first answered by a person on these days of the store's clocks. */
  created: { takes: "days", label: "Created" },
  resolved: { takes: "days", label: "Resolved" },
  answered: { takes: "days", label: "First answered" },
  /** Those of every view: active, snoozed and archived. */
  everywhere: { takes: "on", label: "In every view" },
  /** Those of an incident (docs/product.md#incidents). */
  incident: { takes: "incident", label: "Incident" },
  /** What its customer said of the help, or whether they were asked (docs/product.md#ratings). */
  rating: { takes: "some", label: "Rating", of: ratingChoices, words: ratingChoiceWords, inList: true },
  /** Those that a figure of the reports counted, in any view (docs/product.md#reports): as `writeFigureFilter` writes it. */
  figure: { takes: "figure", label: "Counted in a report" },
} as const;
export type TicketFilterName = keyof typeof ticketFilters;
/** What stands for a filter that is set. */
export type TicketFilterValue<Name extends TicketFilterName> = (typeof ticketFilters)[Name] extends {
  of: readonly (infer Value)[];
}
  ? Value[]
  : {
      on: true;
      tags: string[];
      address: string;
      person: string;
      team: string;
      incident: string;
      days: string;
      figure: string;
      some: never;
    }[(typeof ticketFilters)[Name]["takes"]];

/** Which customers a list shows: all, those of the store's platform, or the others. */
export const customerKinds = ["all", "store", "other"] as const;
export type CustomerKind = (typeof customerKinds)[number];

/** The payment statuses that orders can be filtered by; the platform has more. */
export const paymentFilters = ["paid", "pending", "refunded", "partially_refunded", "authorized"] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** The type of a resource, which decides its icon. */
export const resourceTypes = ["text", "pdf", "document", "image", "video", "audio", "manual", "policy"] as const;
export type ResourceType = (typeof resourceTypes)[number];

export const resourceCategories = [
  "Training Materials",
  "Company Policies",
  "Technical Documentation",
  "Procedures",
  "Product Information",
  "Templates",
] as const;
export type ResourceCategory = (typeof resourceCategories)[number];

/** Who may see a resource: each level also admits the people of the levels after it. */
export const accessLevels = ["all-agents", "supervisors-only", "admin-only"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** The access levels that a role may see; resources of other levels do not exist for it. */
export function accessLevelsOf(role: Role): readonly AccessLevel[] {
  return accessLevels.slice(0, 1 + roles.indexOf(role));
}

/** How a list of resources is sorted: most used, last updated, or best match first. */
export const resourceOrders = ["used", "updated", "match"] as const;
export type ResourceOrder = (typeof resourceOrders)[number];

/** The ways to use a resource. */
export const resourceUses = ["open", "attach"] as const;
export type ResourceUse = (typeof resourceUses)[number];

export const deliveryStates = ["sending", "sent", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How far a mail of a ticket is on its way: `scheduled` before it is queued, `held` by a limit, `bounced` after it had left. */
export const mailStages = ["waiting", "scheduled", "held", "failed", "bounced", "sent"] as const;
export type MailStage = (typeof mailStages)[number];

/** The fields of a mail that name recipients. */
export const recipientKinds = ["to", "cc", "bcc"] as const;
export type RecipientKind = (typeof recipientKinds)[number];
/**
 * The fields of a message that name people: `reply-to` for further people in Reply-To, and `from` for further writers in From,
 * who are also answered, or `from-only` for those who are not, as Reply-To names others.
 */
export const namedKinds = [...recipientKinds, "reply-to", "from", "from-only"] as const;
export type NamedKind = (typeof namedKinds)[number];

/** The way by which messages of a conversation come and go. */
export const channelNames = ["email"] as const;
export type ChannelName = (typeof channelNames)[number];

/**
 * What passes a mail on to people whom its writer did not address: a colleague's forward, or a mailing list. A `form` passes its visitor's
 * words on in a mail of its own, which the visitor does not get.
 */
export const passedOnBy = ["forward", "list", "form"] as const;
export type PassedOnBy = (typeof passedOnBy)[number];

/** Who takes part in a message: its ticket's customer, or only others. */
export const messageAudiences = ["customer", "side"] as const;
export type MessageAudience = (typeof messageAudiences)[number];

/** By what a mail is put on a ticket that is there. */
const mailReasons = ["reply_address", "references", "subject_label", "named_mail"] as const;
export type MailReason = (typeof mailReasons)[number];

/** By what a message is on its ticket. */
export const threadingReasons = ["new_conversation", ...mailReasons] as const;
export type ThreadingReason = (typeof threadingReasons)[number];

export const notificationTypes = [
  "new_ticket",
  "customer_reply",
  "ticket_assigned",
  "ticket_status_change",
  "mention",
  "delivery_failed",
  "mail_notice",
  "snooze_ended",
  "target_at_risk",
  "target_breached",
  "store_notice",
  "store_export",
  "ticket_untaken",
  "incident",
  "order_approval",
  "low_rating",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** How far the virus scanner is with a customer's file. */
export const scanStates = ["waiting", "clean", "infected", "too_large"] as const;

/** What the thread folds away of a mail: the quoted history, its signature, both, or a rest of unknown kind. */
export const foldedParts = ["history", "signature", "both", "rest"] as const;
export type FoldedPart = (typeof foldedParts)[number];

/** The part of a ticket that a search found, best first; `text` is its description. */
export const ticketParts = ["number", "order", "subject", "customer", "message", "note", "text"] as const;

/** The kinds of activities in a ticket's trail. */
export const activityKinds = [
  "created",
  "status_changed",
  "reopened",
  "note_added",
  "replied",
  "forwarded",
  "customer_replied",
  "assigned",
  "team_changed",
  "priority_changed",
  "category_changed",
  "tags_changed",
  "due_date_changed",
  "customer_changed",
  "subject_changed",
  "order_changed",
  "snoozed",
  "woken",
  "merged",
  "unmerged",
  /** Moved out of this ticket, into another. */
  "message_moved",
  /** Moved out of another ticket, into this one. */
  "message_received",
  /** What a reply's macro could not do. */
  "left_out",
  /** Something was done to an order, or is asked for: what became of it. */
  "order_action",
  /** The customer rated the help, or rated it anew. */
  "rated",
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Where a parcel is, or an order without parcels; each with how much of the way is done, in percent (docs/product.md#parcels). */
export const trackingProgress = {
  "order-placed": 25,
  processing: 25,
  shipped: 50,
  "out-for-delivery": 75,
  "ready-for-pickup": 75,
  delivered: 100,
  exception: 50,
  cancelled: 0,
  /** Nothing of the order is ever sent, such as for a gift card. */
  "not-shipped": 0,
} as const;
export type TrackingStatus = keyof typeof trackingProgress;

/** Why a store did not answer, for its screens. */
const storeFaults = ["revoked", "throttled", "unreachable", "refused", "unreadable"] as const;
export type StoreFaultKind = (typeof storeFaults)[number];
/** Why an order that was looked up is shown as last read; `not_shown`: the store answered without it, and may still have it. */
export const lookFaults = [...storeFaults, "not_shown"] as const;
export type LookFault = (typeof lookFaults)[number];

/** What can happen to an order while a customer waits for a reply. */
export const orderChanges = [
  ...(["placed", "paid", "refunded", "cancelled", "shipped", "out-for-delivery", "ready-for-pickup"] as const),
  ...(["delayed", "delivery-attempted", "delivery-failed", "delivered"] as const),
] as const;
export type OrderChangeKind = (typeof orderChanges)[number];

/** `received` is the only passing state: every mail ends in exactly one of the others. */
export const mailStates = [
  "received",
  "ticket_created",
  "reply_added",
  "duplicate",
  "auto_reply",
  "bounce",
  "loop_stopped",
  "quarantined",
  "failed",
  "forwarding_test",
  "blocked",
] as const;
export type MailState = (typeof mailStates)[number];

/** The limit that held a mail back: alike mails, one sender, one ticket, programs on one ticket, or the effort to read it. */
export const heldReasons = ["alike", "sender", "ticket", "automatic", "size"] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Why SMTP refuses mail for a store. */
export const doorReasons = [
  "sender_address",
  "recipient_address",
  "unknown_recipient",
  "too_large",
  "limit",
  "no_room",
] as const;
export type DoorReason = (typeof doorReasons)[number];
/** What a `received` mail waits for: being read, a place to be read or looked up, its sender's name servers, another mail, this server. */
export const mailWaits = ["reading", "place", "sender", "mail", "server"] as const;
export type MailWait = (typeof mailWaits)[number];

/** Whether a mail of the log came in or goes out. */
export const mailDirections = ["in", "out"] as const;
export type MailDirection = (typeof mailDirections)[number];

/** The states of incoming and outgoing mail; both can fail. */
export const mailLogStates = [...mailStates, ...deliveryStates] as const;
export type MailLogState = (typeof mailLogStates)[number];

/** What an admin can do with a mail of the log. */
export const mailActions = ["process-again", "make-ticket", "release", "try-again"] as const;
export type MailAction = (typeof mailActions)[number];

/** What SPF, DKIM and DMARC say about the address that a mail claims to come from; `none` if nothing could be found out. */
export const senderChecks = ["pass", "fail", "none"] as const;
export type SenderCheck = (typeof senderChecks)[number];

/** Writes a ticket's number with at least four digits (docs/product.md#ticket-number). */
export function ticketDigits(ticketNumber: number): string {
  return String(ticketNumber).padStart(4, "0");
}

/** Names a ticket: "Ticket: 0042" (docs/product.md#ticket-number). */
export function ticketLabel(ticketNumber: number): string {
  return `Ticket: ${ticketDigits(ticketNumber)}`;
}

/** What feedback is about: something that is missing, or something that is wrong. */
export const feedbackTypes = ["feature", "bug"] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

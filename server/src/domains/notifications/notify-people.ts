import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { EventPayloads } from "@deskhand/contract/events";
import { clockLabels } from "@deskhand/contract/targets/target-words";
import { statusLabels, ticketLabel } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { findSilence } from "../intake/index.ts";
import { describeReturn, findMentioned, selectNoteWords } from "../tickets/index.ts";
import { deleteToldByFlood, type Flood, joinFlood } from "./floods.queries.ts";
import {
  type Audience,
  gatherFor,
  insertEach,
  insertFor,
  insertNotifications,
  type NewNotification,
  selectFailedDelivery,
  selectNotifiedTicket,
  selectWoken,
} from "./notify.queries.ts";
import { endingWords, floodWords, heldWords, spanWords } from "./spoken-words.ts";

/** More are not named one by one: an event has to fit into one message of the database. */
const maxNamed = 50;

/** Notifies everybody but its author of a new ticket, and once of a whole flood (docs/product.md#what-is-notified). */
export async function notifyOfNewTicket(tx: TenantTx, ticket: EventPayloads["ticket.created"]): Promise<void> {
  const flood = await joinFlood(tx);
  if (flood) return notifyOfFlood(tx, flood);
  await notify(tx, newTicketNotification(ticket), { exceptUserId: ticket.createdBy });
}

async function notifyOfFlood(tx: TenantTx, flood: Flood): Promise<void> {
  const { id: floodId, isNew, isAgain } = flood;
  // Readers see the present number, so its growth is not announced.
  if (!isNew && !isAgain) return;
  if (isNew) await deleteToldByFlood(tx);
  const about = { id: `flood-${floodId}`, type: "new_ticket", title: "New Tickets", ticketId: null } as const;
  await notify(tx, { ...about, message: floodWords(flood) }, { isAgain: true });
}

/**
 * Notifies everybody that a customer replied (docs/product.md#what-is-notified); not of a ticket's first message, which
 * is announced as a new ticket, and not of automatic mail.
 */
export async function notifyOfCustomerReply(tx: TenantTx, message: EventPayloads["message.created"]): Promise<void> {
  if (!message.isFromCustomer || message.isAutomatic || message.beginsTicket) return;
  await notify(tx, customerReplyNotification(message), {});
}

/** How many unreached recipients are named with the reason, before the rest are counted. */
const maxUnreached = 2;

/** Notifies a message's author of the recipients it did not reach, at once or by a bounce. */
export async function notifyOfFailedDelivery(
  tx: TenantTx,
  { messageId, state }: EventPayloads["message.delivery-changed"],
): Promise<void> {
  if (state !== "failed") return;
  const unreached = await selectFailedDelivery(tx, messageId);
  const [failed] = unreached;
  if (!failed) return;
  const rest = unreached.length > maxUnreached ? [`and ${unreached.length - maxUnreached} more`] : [];
  const recipients = [...unreached.slice(0, maxUnreached).map(unreachedWords), ...rest].join("; ");
  const message = `Your reply to ${ticketLabel(failed.ticket_number)} did not reach ${recipients}`;
  const notification = { id: `delivery-${messageId}`, type: "delivery_failed", title: "Delivery Failed" } as const;
  await notify(
    tx,
    { ...notification, message, ticketId: failed.ticket_id },
    { onlyUserIds: [failed.author_id], isAgain: true },
  );
}

/** The recipient a mail did not reach, and why; most reasons begin with the address. */
function unreachedWords({ to_email: address, last_error: reason }: { to_email: string; last_error: string | null }) {
  if (reason === null) return `${address}: unknown reason`;
  const isNamed = reason.startsWith(`${address} `);
  return `${address}: ${isNamed ? `it${reason.slice(address.length)}` : reason}`;
}

/** Notifies the author of a scheduled reply that it came back, which may be long after they left the ticket. */
export async function notifyOfReturnedReply(
  tx: TenantTx,
  { keptReplyId, ticketId, authorId, state }: EventPayloads["kept-reply.changed"],
): Promise<void> {
  const returned = state === "returned" ? await describeReturn(tx, keptReplyId) : null;
  if (!returned) return;
  const message = `Your scheduled reply to ${ticketLabel(returned.ticketNumber)} was not sent. ${returned.reason}. It is a draft again`;
  const notification = { id: `kept-${keptReplyId}`, type: "delivery_failed", title: "Reply Not Sent" } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserIds: [authorId] });
}

/** The notification of a new ticket. */
function newTicketNotification({
  ticketId,
  subject,
}: Pick<EventPayloads["ticket.created"], "ticketId" | "subject">): NewNotification {
  const message = `New ticket created: ${subject}`;
  return { id: `ticket-${ticketId}`, type: "new_ticket", title: "New Ticket", message, ticketId };
}

/** The notification of a customer's reply. */
function customerReplyNotification({
  id,
  ticketId,
  authorName,
}: Pick<EventPayloads["message.created"], "id" | "ticketId" | "authorName">): NewNotification {
  const message = `New reply from ${authorName}`;
  return { id: `message-${id}`, type: "customer_reply", title: "Customer Reply", message, authorName, ticketId };
}

/** Notifies a colleague that another person assigned a ticket to them. */
export async function notifyOfAssignment(
  tx: TenantTx,
  { ticketId, to, actorId }: EventPayloads["ticket.assigned"],
  eventId: string,
): Promise<void> {
  if (to === null || to === actorId) return;
  const ticket = await selectNotifiedTicket(tx, ticketId);
  if (!ticket) return;
  const message = `${ticketLabel(ticket.ticket_number)} was assigned to you: ${ticket.subject}`;
  const notification = { id: `assigned-${eventId}`, type: "ticket_assigned", title: "Ticket Assigned" } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserIds: [to] });
}

/** Notifies the admins that mails are no longer sent from the store's own domain. */
export async function notifyOfSenderDomain(
  tx: TenantTx,
  { domain, isVerified, reason }: EventPayloads["sender-domain.changed"],
  eventId: string,
): Promise<void> {
  if (isVerified) return;
  const message = `Mails no longer come from ${domain}, but from your support address, as the DKIM record is not right: ${reason}`;
  const notification = { id: `domain-${eventId}`, type: "mail_notice", title: "Outgoing Mail" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}

/** Notifies the admins that the platform rejects the connection, once until it is connected again. */
export async function notifyOfLostStore(
  tx: TenantTx,
  { lost, lostScopes }: EventPayloads["store.changed"],
  eventId: string,
): Promise<void> {
  if (lostScopes !== undefined) {
    const message = `Shopify took back what Deskhand needs to change orders: ${lostScopes.join(", ")}. Allow it again in Shopify Integration, or switch it off there`;
    const notification = { id: `store-${eventId}`, type: "store_notice", title: "Changes of Orders" } as const;
    await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
  }
  if (lost === undefined) return;
  const message = `${lost} no longer accepts the connection: orders and customers stay as they are until an admin connects the store again`;
  const notification = { id: `store-${eventId}`, type: "store_notice", title: "Shopify Connection" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}

/** Notifies the admins, once a day each, that most or all of the day's mails were sent. */
export async function notifyOfLimit(
  tx: TenantTx,
  { quota, sent, limit }: EventPayloads["sending.limit-near"],
): Promise<void> {
  const affected = quota === "first" ? "mails to people who have not written to it" : "replies";
  const count = `${sent.toLocaleString("en-US")} of the ${limit.toLocaleString("en-US")} ${affected} that it may send today`;
  const message = `Your store has sent ${count}. The next day's begin at 00:00 UTC`;
  const day = new Date().toISOString().slice(0, 10);
  const notification = { id: `sending-${quota}-${day}-${sent}`, type: "mail_notice", title: "Outgoing Mail" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}

/** Notifies the admins that a limit holds mail, with the number at the time of reading (docs/product.md#held-mail). */
export async function notifyOfHeld(tx: TenantTx, { holdId, by }: EventPayloads["mail.held"]): Promise<void> {
  const at = new Date().toISOString();
  const message = heldWords({ by, mails: 1, beganAt: at, lastAt: at });
  const notification = { id: `held-${holdId}`, type: "mail_notice", title: "Incoming Mail" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}

/** Notifies the admins that held mail is about to be deleted, in time to look at it. */
export async function notifyOfEnding(
  tx: TenantTx,
  ending: EventPayloads["mail.held-ending"],
  eventId: string,
): Promise<void> {
  const notification = { id: `ending-${eventId}`, type: "mail_notice", title: "Incoming Mail" } as const;
  await notify(tx, { ...notification, message: endingWords(ending), ticketId: null }, { isForAdmins: true });
}

/**
 * Notifies the admins, once per silence, that no mail has come for long; the next mail ends it
 * (docs/product.md#silence).
 */
export async function notifyOfSilence(tx: TenantTx, now: Date): Promise<void> {
  const since = await findSilence(tx, now);
  if (since === null) return;
  const message = `Your store has got no mail for ${spanWords(now.getTime() - Date.parse(since))}, which is unusual for it. Please check that your mail is still forwarded to your support address`;
  const notification = { id: `silence-${since}`, type: "mail_notice", title: "Incoming Mail" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}

/** Notifies the admins that a rule ran too often and was switched off. */
export async function notifyOfStoppedRule(
  tx: TenantTx,
  { name, ticketId }: EventPayloads["rule.stopped"],
  eventId: string,
): Promise<void> {
  const message = `The rule “${name}” ran more than ${ruleLimits.ruleRunsPerMinute} times within a minute and was switched off`;
  const notification = { id: `rule-${eventId}`, type: "store_notice", title: "Rule Switched Off" } as const;
  await notify(tx, { ...notification, message, ticketId }, { isForAdmins: true });
}

/** Notifies supervisors and admins of tickets of a team that nobody has taken for a while. */
export async function notifyOfUntaken(
  tx: TenantTx,
  { teamId, team, tickets, ticketId }: EventPayloads["tickets.untaken"],
  eventId: string,
): Promise<void> {
  const ticket = ticketId === null ? undefined : await selectNotifiedTicket(tx, ticketId);
  const message = ticket
    ? `${ticketLabel(ticket.ticket_number)} waits in ${team}, and nobody has taken it: ${ticket.subject}`
    : `${tickets.toLocaleString("en-US")} tickets wait in ${team}, and nobody has taken them`;
  const notification = {
    id: `untaken-${teamId}-${eventId}`,
    type: "ticket_untaken",
    title: "Waiting in a Team",
  } as const;
  await notify(tx, { ...notification, message, ticketId: ticket ? ticketId : null }, { isForSupervisors: true });
}

/** Notifies everybody of an incident, once: what joins it later is no news. */
export async function notifyOfIncident(
  tx: TenantTx,
  { incidentId, title }: EventPayloads["incident.found"],
): Promise<void> {
  const about = { type: "incident", title: "Several Customers Write of the Same", ticketId: null } as const;
  await notify(tx, { ...about, id: `incident-${incidentId}`, message: title }, {});
}

/**
 * Notifies a ticket's assignee of a new status, unless they set it or the customer's reply to a waiting ticket did, of
 * which they are notified anyway.
 */
export async function notifyOfStatusChange(
  tx: TenantTx,
  { ticketId, from, to, actorId }: EventPayloads["ticket.status-changed"],
  eventId: string,
): Promise<void> {
  if (actorId === null && from === "pending") return;
  const ticket = await selectNotifiedTicket(tx, ticketId);
  if (!ticket?.assigned_to || ticket.assigned_to === actorId) return;
  const change = `is now ${statusLabels[to]} (was ${statusLabels[from]})`;
  const message = `${ticketLabel(ticket.ticket_number)} ${change}: ${ticket.subject}`;
  const notification = {
    id: `status-${eventId}`,
    type: "ticket_status_change",
    title: "Ticket Status Changed",
  } as const;
  await notify(tx, { ...notification, message, ticketId }, { onlyUserIds: [ticket.assigned_to] });
}

/** Notifies the assignee of targets that are at risk or breached; supervisors if nobody is assigned (docs/product.md#targets). */
export async function notifyOfTargets(
  tx: TenantTx,
  { level, to, tickets, ticketId, clock }: EventPayloads["targets.told"],
  eventId: string,
): Promise<void> {
  const isBreached = level === "breached";
  const about = {
    id: `target-${eventId}`,
    type: isBreached ? "target_breached" : "target_at_risk",
    title: isBreached ? "Target Breached" : "Target at Risk",
    ticketId,
  } as const;
  const ticket = ticketId === null ? undefined : await selectNotifiedTicket(tx, ticketId);
  const which = clock === null ? "" : ` (${clockLabels[clock].toLowerCase()})`;
  const message = ticket
    ? `${ticketLabel(ticket.ticket_number)} ${isBreached ? "has breached its target" : "is close to breaching its target"}${which}: ${ticket.subject}`
    : `${tickets} tickets ${isBreached ? "have breached their targets" : "are close to breaching their targets"}`;
  await notify(tx, { ...about, message }, to === null ? { isForSupervisors: true } : { onlyUserIds: [to] });
}

/** Notifies the people a note names, once each (docs/product.md#mentions). */
export async function notifyOfMentions(
  tx: TenantTx,
  { ticketId, noteId }: EventPayloads["note.created"],
): Promise<void> {
  const note = await selectNoteWords(tx, noteId);
  if (!note) return;
  const { told } = await findMentioned(tx, note);
  const ticket = told.length === 0 ? undefined : await selectNotifiedTicket(tx, ticketId);
  if (!ticket) return;
  const { authorName } = note;
  const message = `${authorName} mentioned you on ${ticketLabel(ticket.ticket_number)}: ${ticket.subject}`;
  const notification = { id: `mention-${noteId}`, type: "mention", title: "You Were Mentioned" } as const;
  await notify(tx, { ...notification, message, authorName, ticketId }, { onlyUserIds: told });
}

/** Notifies of tickets back from a snooze: their assignee, or else the person who snoozed them. */
export async function notifyOfWoken(
  tx: TenantTx,
  { ticketIds }: EventPayloads["tickets.woken"],
  eventId: string,
): Promise<void> {
  const woken = await selectWoken(tx, ticketIds);
  const notifications = woken.map(({ id: ticketId, ticketNumber, subject, userId }) => {
    const message = `${ticketLabel(ticketNumber)} is back from snooze: ${subject}`;
    return { userId, id: `woken-${ticketId}-${eventId}`, message, ticketId };
  });
  const about = { type: "snooze_ended", title: "Back from Snooze" } as const;
  for (const { id, ticketId, userId } of await insertEach(tx, about, notifications)) {
    await emit(tx, "notification.created", { id, type: about.type, ticketId, userIds: [userId] });
  }
}

/** Writes a notification for those of an audience who want it, and emits it to their screens: a later domain words its own. */
export async function notify(tx: TenantTx, notification: NewNotification, audience: Audience): Promise<void> {
  const notified = await insertFor(tx, notification, audience);
  if (notified.length === 0) return;
  const { id, type, ticketId } = notification;
  await emit(tx, "notification.created", {
    id,
    type,
    ticketId,
    userIds: notified.length > maxNamed ? null : notified,
  });
}

/** A person's notification with its history. */
export type ImportedNotification = NewNotification & { userId: string; isRead: boolean; createdAt: string };

type About =
  | Pick<EventPayloads["ticket.created"], "ticketId" | "subject">
  | Pick<EventPayloads["message.created"], "id" | "ticketId" | "authorName">;
type Imported = Pick<ImportedNotification, "userId" | "isRead" | "createdAt"> & { about: About };

/** Inserts past notifications of new tickets and customers' replies. */
export async function importNotifications(tx: TenantTx, all: Imported[]): Promise<void> {
  const rows = all.map(({ about, ...rest }) => ({
    ...rest,
    ...("subject" in about ? newTicketNotification(about) : customerReplyNotification(about)),
  }));
  if (rows.length > 0) await insertNotifications(tx, rows);
}

/** Notifies a colleague, once per bulk change, that another person gave them tickets. */
export async function notifyOfAssignments(
  tx: TenantTx,
  { change, to, tickets, ticketId, actorId }: EventPayloads["tickets.assigned"],
): Promise<void> {
  if (to === actorId) return;
  const words = "tickets were assigned to you";
  const message = await messageFor(tx, ticketId, tickets, words, "was assigned to you");
  const notification = { id: `assigned-${change}`, type: "ticket_assigned", title: "Ticket Assigned" } as const;
  await gather(tx, to, { ...notification, message, ticketId }, tickets, words);
}

/** Notifies a colleague, once per bulk change, that another person changed the status of their tickets. */
export async function notifyOfStatusChanges(
  tx: TenantTx,
  { change, assignedTo, to, tickets, ticketId, actorId }: EventPayloads["tickets.status-changed"],
): Promise<void> {
  if (assignedTo === actorId) return;
  const status = statusLabels[to];
  const words = `of your tickets are now ${status}`;
  const message = await messageFor(tx, ticketId, tickets, words, `is now ${status}`);
  const id = `status-${change}-${to}`;
  const notification = { id, type: "ticket_status_change", title: "Ticket Status Changed" } as const;
  await gather(tx, assignedTo, { ...notification, message, ticketId }, tickets, words);
}

async function messageFor(
  tx: TenantTx,
  ticketId: string | null,
  tickets: number,
  ofMany: string,
  ofOne: string,
): Promise<string> {
  const ticket = ticketId === null ? undefined : await selectNotifiedTicket(tx, ticketId);
  return ticket ? `${ticketLabel(ticket.ticket_number)} ${ofOne}: ${ticket.subject}` : `${tickets} ${ofMany}`;
}

async function gather(
  tx: TenantTx,
  userId: string,
  notification: NewNotification,
  tickets: number,
  words: string,
): Promise<void> {
  const total = await gatherFor(tx, userId, notification, tickets, words);
  if (total === undefined) return;
  const { id, type, ticketId } = notification;
  // Later parts of the change only update the text: screens reload it, without an announcement.
  if (total > tickets) await emit(tx, "notification.read", { userId });
  else await emit(tx, "notification.created", { id, type, ticketId, userIds: [userId] });
}

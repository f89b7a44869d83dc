import type { Quota } from "@deskhand/contract/admin/sending";
import { limits } from "@deskhand/contract/limits";
import type { OutgoingKind, ProductMailKind } from "@deskhand/contract/mail/mail-kinds";
import { everybodyIn, type Recipients } from "@deskhand/contract/recipients";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { newId } from "../../platform/db/ids.ts";
import { noTenant, type TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { messages } from "./asked.queries.ts";
import { type AccountDetails, loggedSubject, storedDetails } from "./compose-account-mail.ts";
import { renderReply } from "./compose-outgoing.ts";
import type { ProbeDetails, ProbeKind } from "./compose-system-mail.ts";
import { deliverMailKind } from "./deliver-mail.ts";
import { deliverClaimMailKind } from "./outgoing.jobs.ts";
import {
  insertOutgoing,
  type NewOutgoingMail,
  requeueAccountMail,
  requeueFailed,
  selectFailed,
} from "./outgoing.queries.ts";
import { forwardSubject, replySubject, threadingHeaders } from "./reply-headers.ts";
import { admitMail, quotaOf, refuseOverQuota } from "./sending/quotas.ts";
import { mailKey, newMailMessageId } from "./signed-address.ts";

export type Queueing = Pick<Services, "jobs" | "settings">;

/** A message to send by mail. */
export type Reply = {
  /**
   * Set for an automatic acknowledgement, with the quota that it was counted in, and the request for a rating that it makes; absent, an
   * agent wrote the message.
   */
  acknowledges?: { quota: Quota | null; ratingId?: string };
  ticketId: string;
  ticketNumber: number;
  messageId: string;
  /** As returned by `newReplyId`. */
  mailMessageId: string;
  content: string;
  /** The ticket's. */
  customer: { id?: string | null; email: string | null; name: string | null };
  /** Absent, the customer alone. */
  recipients?: Recipients;
  /** The ticket's. */
  subject: string;
  /** The answered message, which may be quoted unless some recipients did not have it; null if there is none. */
  answered: { id: string; mailMessageId: string | null; isKnownToAll?: boolean } | null;
  /** Whether it forwards messages instead of answering one. */
  isForward?: boolean;
  /** Message-IDs of the ticket's earlier mails, oldest first. */
  mailIds: readonly string[];
  /** Whether an address may see one of these Message-IDs; absent, all may. */
  maySee?: (email: string, mailId: string) => boolean;
};

/** A reply that was sent, or failed with an error, in the past. */
export type ImportedReply = Reply & { error: string | null; at: string };

/** The state of a queued mail; an error is a sentence for its author. */
export type Queued = { state: "sending"; error: null } | { state: "failed"; error: string };

export type AccountMail = {
  kind: Exclude<OutgoingKind, "reply" | ProductMailKind | ProbeKind>;
  to: string;
} & AccountDetails;

/** Returns the Message-ID of a message's mails, which is the same on every try. */
export function newReplyId(
  { settings: { secret, mailDomain } }: Pick<Queueing, "settings">,
  messageId: string,
): string {
  return newMailMessageId(mailKey(secret), mailDomain, messageId);
}

/**
 * Queues a reply's mails, one for each recipient, in the transaction that writes the reply (docs/product.md#a-reply). If it cannot be
 * mailed at all, it is stored as failed, so that it can be retried.
 */
export async function queueReply(tx: TenantTx, { jobs, settings }: Queueing, reply: Reply): Promise<Queued> {
  const error = obstacleTo(reply);
  const mails: NewOutgoingMail[] = [];
  for (const mail of mailsOf(reply)) {
    const quota = reply.acknowledges ? reply.acknowledges.quota : await admit(tx, settings, mail.to);
    mails.push({ ...mail, quota, error });
  }
  await insertOutgoing(tx, mails);
  const { ticketId, messageId } = reply;
  if (error !== null) await emit(tx, "message.delivery-changed", { ticketId, messageId, state: "failed" });
  for (const { id } of mails) await enqueueMail(tx, jobs, id, error);
  return queuedWith(error);
}

/** Imports the mails of replies that were sent, or failed, in the past; nothing is sent and nobody is notified. */
export async function importReplies(tx: TenantTx, replies: ImportedReply[]): Promise<void> {
  const mails = replies.flatMap((reply) =>
    mailsOf(reply).map((mail) => ({ ...mail, quota: null, error: reply.error, at: reply.at })),
  );
  if (mails.length > 0) await insertOutgoing(tx, mails);
}

/**
 * Queues a reply's failed mails again, under their first Message-ID: to the customer's current address if they went to the customer, else
 * to the same one. Of concurrent callers only one finds failed mails.
 */
export async function retryReply(
  tx: TenantTx,
  { jobs, settings }: Queueing,
  { ticketId, messageId, content, customer }: Pick<Reply, "ticketId" | "messageId" | "content" | "customer">,
): Promise<Queued> {
  let queued: Queued | undefined;
  for (const { id, to: oldAddress, customerId, everybody } of await selectFailed(tx, messageId)) {
    const isCustomer = customerId === null ? oldAddress === "" : customerId === customer.id;
    const currentAddress = (isCustomer ? customer.email : null) ?? oldAddress;
    // Unless that address has a mail of this reply already.
    const to = everybody.includes(currentAddress) ? oldAddress : currentAddress;
    const error = obstacleTo({ content, customer: { email: to || null, name: null } });
    const mail = await requeueFailed(tx, id, { to, quota: await admit(tx, settings, to), error });
    if (!mail) continue;
    if (to !== oldAddress) await messages.answer.readdress(tx, messageId, { from: oldAddress, to });
    await enqueueMail(tx, jobs, id, error);
    queued = queuedWith(queued?.error ?? error);
  }
  if (!queued) throw fail("message_not_failed");
  await emit(tx, "message.delivery-changed", { ticketId, messageId, state: queued.state });
  return queued;
}

/** Queues a failed mail about an account again, under its first Message-ID. */
export async function retryAccountMail(tx: TenantTx, { jobs }: Queueing, id: string): Promise<void> {
  const mail = await requeueAccountMail(tx, id);
  if (!mail) throw fail("message_not_failed");
  await enqueueMail(tx, jobs, id, null);
}

/** Returns the quota of a reply's mail; fails if it is one too many to somebody who never wrote. */
function admit(tx: TenantTx, settings: Queueing["settings"], to: string): Promise<Quota | null> {
  return to === "" ? Promise.resolve(null) : admitMail(tx, settings, "reply", to);
}

/** Renders a reply's mail as it would be sent now (docs/product.md#the-preview-of-a-reply). */
export async function previewMail(
  tx: TenantTx,
  settings: Queueing["settings"],
  reply: Omit<Reply, "acknowledges" | "ticketId" | "messageId" | "mailMessageId">,
) {
  const details = detailsOf(reply);
  const { content } = reply;
  const { parts, from } = await renderReply(tx, settings, { ...details, content, isAutomatic: false });
  return { subject: details.subject, from, html: parts.html, isQuoted: details.answeredMessageId !== null };
}

/** Returns a reply's recipients; "" stands for a customer whose address is not known yet. */
function recipientsOf({ recipients, customer }: Pick<Reply, "recipients" | "customer">): { email: string }[] {
  return recipients ? everybodyIn(recipients) : [{ email: customer.email ?? "" }];
}

function mailsOf(reply: Reply): Omit<NewOutgoingMail, "quota" | "error">[] {
  const { acknowledges, messageId, mailMessageId, customer, mailIds, answered, maySee = () => true } = reply;
  const kind = acknowledges ? "acknowledgement" : "reply";
  const details = detailsOf(reply);
  return recipientsOf(reply).map(({ email: to }, place) => {
    const customerId = to === (customer.email ?? "") ? (customer.id ?? null) : null;
    const answeredId = answered?.mailMessageId ?? null;
    const visibleIds = mailIds.filter((id) => maySee(to, id));
    const threading = threadingHeaders(visibleIds, answeredId !== null && maySee(to, answeredId) ? answeredId : null);
    return {
      id: newId(),
      kind,
      messageId,
      mailMessageId,
      to,
      details: { ...details, ...threading, place, customerId },
    };
  });
}

type DescribedReply = Pick<Reply, "acknowledges" | "subject" | "ticketNumber" | "answered" | "mailIds" | "isForward">;

function detailsOf({ acknowledges, subject, ticketNumber, answered, mailIds, isForward = false }: DescribedReply) {
  const label = ticketLabel(ticketNumber);
  return {
    subject: isForward
      ? forwardSubject(subject, label)
      : replySubject(subject, label, answered !== null || mailIds.length > 0),
    ticketLabel: label,
    // The sender of the answered mail may be forged, so an automatic mail does not quote it.
    answeredMessageId: acknowledges || answered?.isKnownToAll === false ? null : (answered?.id ?? null),
    answersMessageId: answered?.id ?? null,
    tellsTopic: answered?.isKnownToAll !== false,
    ratingId: acknowledges?.ratingId ?? null,
  };
}

async function enqueueMail(tx: TenantTx, jobs: Queueing["jobs"], mailId: string, error: string | null): Promise<void> {
  if (error === null) await jobs.enqueue(tx, deliverMailKind, { mailId });
}

function queuedWith(error: string | null): Queued {
  return error === null ? { state: "sending", error } : { state: "failed", error };
}

/** Says why a reply cannot be mailed at all; null if it can. */
function obstacleTo({ content, ...reply }: Pick<Reply, "content" | "recipients" | "customer">): string | null {
  if (recipientsOf(reply).every(({ email }) => email === "")) return "Customer email is required";
  if (content.length > limits.emailContentLength) {
    return `The reply is too long for an e-mail (maximum ${limits.emailContentLength.toLocaleString("en-US")} characters)`;
  }
  return null;
}

/**
 * Queues a mail about an account, with a link's `token` sealed until it is sent. Without a tenant (`noTenant`), as for a sign-up, only
 * the job has the mail.
 */
export async function queueAccountMail(
  tx: TenantTx,
  services: Queueing,
  { kind, to, ...content }: AccountMail,
): Promise<void> {
  const id = newId();
  const mailMessageId = newReplyId(services, id);
  const details = storedDetails(services.settings.secret, tx.tenantId, content);
  if (tx.tenantId === noTenant) {
    await services.jobs.enqueue(tx, deliverClaimMailKind, { kind, to, mailMessageId, details });
    return;
  }
  const quota = await quotaOf(tx, kind, to);
  const subject = loggedSubject(services.settings, { tenantId: tx.tenantId, kind, to, mailMessageId, details });
  const logged = subject === null ? details : { ...details, subject };
  await insertOutgoing(tx, [{ id, kind, messageId: null, mailMessageId, to, details: logged, quota, error: null }]);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id });
}

/** Queues a mail that tests the store's forwarding, or confirms that an address is its own; returns the id of its row. */
export async function queueProbe(
  tx: TenantTx,
  services: Queueing,
  { kind, to, ...details }: { kind: ProbeKind; to: string } & ProbeDetails,
): Promise<string> {
  await refuseOverQuota(tx, services.settings);
  return queueProductMail(tx, services, { kind, to, details });
}

/** Queues a mail of Deskhand's with what it is rendered of, in which a `subject` is its title in the mail log; returns the id of its row. */
export async function queueProductMail(
  tx: TenantTx,
  services: Queueing,
  { kind, to, details }: { kind: ProductMailKind | ProbeKind; to: string; details: object },
): Promise<string> {
  const id = newId();
  const quota = await quotaOf(tx, kind, to);
  const mail = { id, kind, messageId: null, mailMessageId: newReplyId(services, id), to, details, quota, error: null };
  await insertOutgoing(tx, [mail]);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id });
  return id;
}

import type { Quota } from "@deskhand/contract/admin/sending";
import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { newId } from "../../platform/db/ids.ts";
import { noTenant, type TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { type AccountDetails, loggedSubject, storedDetails } from "./compose-account-mail.ts";
import type { FeedbackDetails } from "./compose-feedback.ts";
import { type ReplyDetails, renderReply } from "./compose-outgoing.ts";
import type { ProbeDetails, ProbeKind } from "./compose-probe.ts";
import { deliverMailKind } from "./deliver-mail.ts";
import { deliverClaimMailKind } from "./outgoing.jobs.ts";
import { insertOutgoing, type NewOutgoingMail, requeueAccountMail, requeueFailed } from "./outgoing.queries.ts";
import { replySubject, threadingHeaders } from "./reply-headers.ts";
import { admitMail, quotaOf, refuseOverQuota } from "./sending/quotas.ts";
import { mailKey, newMailMessageId } from "./signed-address.ts";

export type Queueing = Pick<Services, "jobs" | "settings">;

/** A message that is to reach a ticket's customer by mail. */
export type Reply = {
  /** An agent's, unless it acknowledges a new ticket by itself. */
  kind?: "reply" | "acknowledgement";
  ticketId: string;
  ticketNumber: number;
  messageId: string;
  /** As `newReplyId` made it. */
  mailMessageId: string;
  content: string;
  customer: { email: string | null; name: string | null };
  /** The ticket's. */
  subject: string;
  /** The customer's newest message that a person wrote; null when there is none. */
  answered: { id: string; mailMessageId: string | null } | null;
  /** Message-IDs of the ticket's mails before this one, oldest first. */
  mailIds: readonly string[];
};

/** A reply that was sent, or failed with an error, at a time before. */
export type ImportedReply = Reply & { error: string | null; at: string };

/** How far a mail is on its way; an error is a sentence for its author. */
export type Queued = { state: "sending"; error: null } | { state: "failed"; error: string };

export type AccountMail = {
  kind: Exclude<NewOutgoingMail["kind"], "reply" | "feedback" | ProbeKind>;
  to: string;
} & AccountDetails;

/** The Message-ID under which a message goes out whenever it does: fixed before any attempt, the same for the same message. */
export function newReplyId(
  { settings: { secret, mailDomain } }: Pick<Queueing, "settings">,
  messageId: string,
): string {
  return newMailMessageId(mailKey(secret), mailDomain, messageId);
}

/**
 * Puts the mail of a reply into the outgoing queue, in the transaction that wrote the reply
 * (docs/product.md#a-reply). One that cannot be mailed at all is kept as failed, so that it can be tried again.
 */
export async function queueReply(tx: TenantTx, { jobs, settings }: Queueing, reply: Reply): Promise<Queued> {
  const quota = await admit(tx, settings, reply);
  const mail = { ...mailOf(reply), quota, error: obstacleTo(reply) };
  await insertOutgoing(tx, [mail]);
  const { ticketId, messageId } = reply;
  if (mail.error !== null) await emit(tx, "message.delivery-changed", { ticketId, messageId, state: "failed" });
  return start(tx, jobs, { id: mail.id, attempts: 0 }, mail.error);
}

/** Adds the mails of replies that were sent, or failed, elsewhere or long ago; nothing is sent and nobody is notified. */
export async function importReplies(tx: TenantTx, replies: ImportedReply[]): Promise<void> {
  const mails = replies.map((reply) => ({ ...mailOf(reply), quota: null, error: reply.error, at: reply.at }));
  if (mails.length > 0) await insertOutgoing(tx, mails);
}

/**
 * Puts the mail of a reply that failed back into the queue, under its first Message-ID and to the customer's present
 * address. For whoever asks at the same time it has not failed.
 */
export async function retryReply(
  tx: TenantTx,
  { jobs, settings }: Queueing,
  reply: Pick<Reply, "ticketId" | "messageId" | "content" | "customer">,
): Promise<Queued> {
  const { ticketId, messageId, customer } = reply;
  const error = obstacleTo(reply);
  const quota = await admit(tx, settings, reply);
  const mail = await requeueFailed(tx, messageId, { to: customer.email ?? "", quota, error });
  if (!mail) throw fail("message_not_failed");
  const queued = await start(tx, jobs, mail, error);
  await emit(tx, "message.delivery-changed", { ticketId, messageId, state: queued.state });
  return queued;
}

/** Puts a mail about an account that failed back into the queue, under its first Message-ID. */
export async function retryAccountMail(tx: TenantTx, { jobs }: Queueing, id: string): Promise<void> {
  const mail = await requeueAccountMail(tx, id);
  if (!mail) throw fail("message_not_failed");
  await start(tx, jobs, mail, null);
}

/** What a reply counts as; fails where it is one too many to somebody who never wrote. */
function admit(
  tx: TenantTx,
  settings: Queueing["settings"],
  { kind = "reply", customer }: Pick<Reply, "kind" | "customer">,
): Promise<Quota | null> {
  if (!customer.email) return Promise.resolve(null);
  return admitMail(tx, settings, kind, customer.email);
}

/** The mail of a reply as it would leave now, with the store's look and the thread as they are (docs/product.md#the-preview-of-a-reply). */
export async function previewMail(
  tx: TenantTx,
  settings: Queueing["settings"],
  reply: Omit<Reply, "kind" | "ticketId" | "messageId" | "mailMessageId"> & { writer: string },
) {
  const details = detailsOf(reply);
  const { content, writer } = reply;
  const { parts, from } = await renderReply(tx, settings, { ...details, content, writer, isAutomatic: false });
  return { subject: details.subject, to: reply.customer.email, from, html: parts.html };
}

function mailOf(reply: Reply): Omit<NewOutgoingMail, "quota" | "error"> {
  const { kind = "reply", messageId, mailMessageId, customer } = reply;
  return { id: newId(), kind, messageId, mailMessageId, to: customer.email ?? "", details: detailsOf(reply) };
}

type Detailed = Pick<Reply, "kind" | "subject" | "ticketNumber" | "answered" | "mailIds">;

function detailsOf({ kind = "reply", subject, ticketNumber, answered, mailIds }: Detailed): ReplyDetails {
  const label = ticketLabel(ticketNumber);
  return {
    subject: replySubject(subject, label, answered !== null || mailIds.length > 0),
    ticketLabel: label,
    ...threadingHeaders(mailIds, answered?.mailMessageId ?? null),
    // Whoever wrote may not be who they say: what they wrote is not sent to anybody by itself.
    answeredMessageId: kind === "reply" ? (answered?.id ?? null) : null,
  };
}

async function start(
  tx: TenantTx,
  jobs: Queueing["jobs"],
  mail: { id: string; attempts: number },
  error: string | null,
): Promise<Queued> {
  if (error !== null) return { state: "failed", error };
  await jobs.enqueue(tx, deliverMailKind, { mailId: mail.id, attemptsBefore: mail.attempts });
  return { state: "sending", error };
}

/** Why a reply cannot be mailed at all, as a sentence for its author; null when it can. */
function obstacleTo({ customer, content }: Pick<Reply, "customer" | "content">): string | null {
  if (!customer.email) return "Customer email is required";
  if (content.length > limits.emailContentLength) {
    return `The reply is too long for an e-mail (maximum ${limits.emailContentLength.toLocaleString("en-US")} characters)`;
  }
  return null;
}

/**
 * Queues a mail about somebody's account, of the transaction's tenant. A link's `token` is kept sealed until it is sent.
 * Without a tenant (`noTenant`), which is how somebody signs up, the mail is nowhere but in its job.
 */
export async function queueAccountMail(
  tx: TenantTx,
  services: Queueing,
  { kind, to, ...given }: AccountMail,
): Promise<void> {
  const id = newId();
  const mailMessageId = newReplyId(services, id);
  const details = storedDetails(services.settings.secret, tx.tenantId, given);
  if (tx.tenantId === noTenant) {
    await services.jobs.enqueue(tx, deliverClaimMailKind, { kind, to, mailMessageId, details });
    return;
  }
  const quota = await quotaOf(tx, kind, to);
  const subject = loggedSubject(services.settings, { tenantId: tx.tenantId, kind, to, mailMessageId, details });
  const logged = subject === null ? details : { ...details, subject };
  await insertOutgoing(tx, [{ id, kind, messageId: null, mailMessageId, to, details: logged, quota, error: null }]);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id, attemptsBefore: 0 });
}

/** Queues a mail that tests the store's forwarding, or asks whether an address is its own; returns the id of its row. */
export async function queueProbe(
  tx: TenantTx,
  services: Queueing,
  { kind, to, ...details }: { kind: ProbeKind; to: string } & ProbeDetails,
): Promise<string> {
  await refuseOverQuota(tx, services.settings);
  const id = newId();
  const quota = await quotaOf(tx, kind, to);
  const mail = { id, kind, messageId: null, mailMessageId: newReplyId(services, id), to, details, quota, error: null };
  await insertOutgoing(tx, [mail]);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id, attemptsBefore: 0 });
  return id;
}

/** Queues a mail to whoever runs the installation: what one of the store's people told them. */
export async function queueFeedback(
  tx: TenantTx,
  services: Queueing,
  { to, ...details }: { to: string } & FeedbackDetails,
): Promise<void> {
  const id = newId();
  const mail = { id, kind: "feedback", messageId: null, mailMessageId: newReplyId(services, id), to, details } as const;
  await insertOutgoing(tx, [{ ...mail, quota: null, error: null }]);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id, attemptsBefore: 0 });
}

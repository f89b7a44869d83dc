import type { Quota } from "@deskhand/contract/admin/sending";
import { limits } from "@deskhand/contract/limits";
import { everybodyIn, type Recipients } from "@deskhand/contract/recipients";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { newId } from "../../platform/db/ids.ts";
import { noTenant, type TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { type AccountDetails, loggedSubject, storedDetails } from "./compose-account-mail.ts";
import { renderReply } from "./compose-outgoing.ts";
import type { FeedbackDetails, ProbeDetails, ProbeKind } from "./compose-system-mail.ts";
import { deliverMailKind } from "./deliver-mail.ts";
import { deliverClaimMailKind } from "./outgoing.jobs.ts";
import {
  insertOutgoing,
  type NewOutgoingMail,
  readdressRecipient,
  requeueAccountMail,
  requeueFailed,
  selectFailed,
} from "./outgoing.queries.ts";
import { forwardSubject, replySubject, threadingHeaders } from "./reply-headers.ts";
import { admitMail, quotaOf, refuseOverQuota } from "./sending/quotas.ts";
import { mailKey, newMailMessageId } from "./signed-address.ts";

export type Queueing = Pick<Services, "jobs" | "settings">;

/** A message that is to reach people by mail. */
export type Reply = {
  /** An agent's, unless it acknowledges a new ticket by itself, with a place that it took, which counts as this. */
  acknowledges?: { quota: Quota | null };
  ticketId: string;
  ticketNumber: number;
  messageId: string;
  /** As `newReplyId` made it. */
  mailMessageId: string;
  content: string;
  /** The ticket's. */
  customer: { id?: string | null; email: string | null; name: string | null };
  /** Whom it goes to; absent, the customer alone. */
  recipients?: Recipients;
  /** The ticket's. */
  subject: string;
  /** The message that it answers, and whether all that it goes to had that, who may have it quoted; null when there is none. */
  answered: { id: string; mailMessageId: string | null; isKnownToAll?: boolean } | null;
  /** Whether it passes messages on, rather than answers one. */
  isForward?: boolean;
  /** Message-IDs of the ticket's mails before this one, oldest first. */
  mailIds: readonly string[];
  /** Whether somebody had a mail of these: each is told of no other. Absent, all had all. */
  maySee?: (email: string, mailId: string) => boolean;
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
 * Puts the mails of a reply into the outgoing queue, one for each that it goes to, in the transaction that wrote the reply
 * (docs/product.md#a-reply). What cannot be mailed at all is kept as failed, so that it can be tried again.
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
  for (const { id } of mails) await start(tx, jobs, id, error);
  return queuedWith(error);
}

/** Adds the mails of replies that were sent, or failed, elsewhere or long ago; nothing is sent and nobody is notified. */
export async function importReplies(tx: TenantTx, replies: ImportedReply[]): Promise<void> {
  const mails = replies.flatMap((reply) =>
    mailsOf(reply).map((mail) => ({ ...mail, quota: null, error: reply.error, at: reply.at })),
  );
  if (mails.length > 0) await insertOutgoing(tx, mails);
}

/**
 * Puts those mails of a reply that failed back into the queue, under their first Message-ID: to the present address of its ticket's
 * customer, where it went to them, and else to the same. For whoever asks at the same time none has failed.
 */
export async function retryReply(
  tx: TenantTx,
  { jobs, settings }: Queueing,
  { ticketId, messageId, content, customer }: Pick<Reply, "ticketId" | "messageId" | "content" | "customer">,
): Promise<Queued> {
  let queued: Queued | undefined;
  for (const { id, to: before, customerId, everybody } of await selectFailed(tx, messageId)) {
    const isCustomer = customerId === null ? before === "" : customerId === customer.id;
    const now = (isCustomer ? customer.email : null) ?? before;
    // Where they have a mail of it already.
    const to = everybody.includes(now) ? before : now;
    const error = obstacleTo({ content, customer: { email: to || null, name: null } });
    const mail = await requeueFailed(tx, id, { to, quota: await admit(tx, settings, to), error });
    if (!mail) continue;
    if (to !== before) await readdressRecipient(tx, messageId, { from: before, to });
    await start(tx, jobs, id, error);
    queued = queuedWith(queued?.error ?? error);
  }
  if (!queued) throw fail("message_not_failed");
  await emit(tx, "message.delivery-changed", { ticketId, messageId, state: queued.state });
  return queued;
}

/** Puts a mail about an account that failed back into the queue, under its first Message-ID. */
export async function retryAccountMail(tx: TenantTx, { jobs }: Queueing, id: string): Promise<void> {
  const mail = await requeueAccountMail(tx, id);
  if (!mail) throw fail("message_not_failed");
  await start(tx, jobs, id, null);
}

/** What a mail of a reply counts as; fails where it is one too many to somebody who never wrote. */
function admit(tx: TenantTx, settings: Queueing["settings"], to: string): Promise<Quota | null> {
  return to === "" ? Promise.resolve(null) : admitMail(tx, settings, "reply", to);
}

/** The mail of a reply as it would leave now, with the store's look and the thread as they are (docs/product.md#the-preview-of-a-reply). */
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

/** Whom a reply goes to: where nobody is known, to an address that is still to come. */
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
    const known = mailIds.filter((id) => maySee(to, id));
    const named = threadingHeaders(known, answeredId !== null && maySee(to, answeredId) ? answeredId : null);
    return { id: newId(), kind, messageId, mailMessageId, to, details: { ...details, ...named, place, customerId } };
  });
}

type Detailed = Pick<Reply, "acknowledges" | "subject" | "ticketNumber" | "answered" | "mailIds" | "isForward">;

function detailsOf({ acknowledges, subject, ticketNumber, answered, mailIds, isForward = false }: Detailed) {
  const label = ticketLabel(ticketNumber);
  return {
    subject: isForward
      ? forwardSubject(subject, label)
      : replySubject(subject, label, answered !== null || mailIds.length > 0),
    ticketLabel: label,
    // Whoever wrote may not be who they say: what they wrote is not sent to anybody by itself.
    answeredMessageId: acknowledges || answered?.isKnownToAll === false ? null : (answered?.id ?? null),
    answersMessageId: answered?.id ?? null,
    tellsTopic: answered?.isKnownToAll !== false,
  };
}

async function start(tx: TenantTx, jobs: Queueing["jobs"], mailId: string, error: string | null): Promise<void> {
  if (error === null) await jobs.enqueue(tx, deliverMailKind, { mailId });
}

function queuedWith(error: string | null): Queued {
  return error === null ? { state: "sending", error } : { state: "failed", error };
}

/** Why a reply cannot be mailed at all, as a sentence for its author; null when it can. */
function obstacleTo({ content, ...reply }: Pick<Reply, "content" | "recipients" | "customer">): string | null {
  if (recipientsOf(reply).every(({ email }) => email === "")) return "Customer email is required";
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
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id });
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
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id });
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
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id });
}

import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Job, JobKind } from "../../platform/jobs/job.ts";
import { DeliveryDelayed, DeliveryRefused } from "../../platform/mailer/delivery-error.ts";
import type { Recall } from "../../platform/mailer/mailer.ts";
import type { Services } from "../../platform/services.ts";
import { composeOutgoing } from "./compose-outgoing.ts";
import {
  countAttempt,
  failWaiting,
  lockOutgoing,
  lockOutgoingOf,
  lockReply,
  lockStuck,
  type MailOnItsWay,
  type Settled,
  settle,
} from "./outgoing.queries.ts";
import { takePlace } from "./sending/quotas.ts";

/** The job's payload: which mail, and how many attempts it had before this job (an agent may have tried again). */
export type DeliverMail = { mailId: string; attemptsBefore: number };

/** In seconds; the queue waits double each time. */
const deliveryPauses = { retryDelay: 30, retryDelayMax: 4 * 3600 } as const;

/** Waits double from 30 seconds up to 4 hours: all tries together take about a day. */
export const deliverMailKind: JobKind<DeliverMail> = {
  name: "mail.deliver",
  retryLimit: 17,
  ...deliveryPauses,
  // Longer than a server may take over one mail.
  expireInSeconds: 15 * 60,
  sendsMail: true,
};

/** After these tries, about a day, delivery is given up. The queue allows some more, for processes that end in the middle. */
export const mostTries = 14;
const longestWaitHours = 48;
const mostDelaySeconds = 300;

type Deliverer = Pick<Services, "db" | "sendingDb" | "jobs" | "mailer" | "settings" | "log">;

/**
 * Tries to deliver a mail once. Throws when it is to be tried again later. The mail stays locked while it is sent, so no
 * two processes send it, and what became of it is recorded before the lock opens. A process that ends in between leaves
 * it waiting: it is then sent again under the same Message-ID.
 */
export async function deliverMail(services: Deliverer, job: Job<DeliverMail>, recall?: Recall): Promise<void> {
  const { db, sendingDb, mailer, settings, log } = services;
  const attempts = await db.withTenant(job.tenantId, (tx) => begin(tx, services, job));
  if (attempts === undefined) return;
  const isLastTry = job.isLastTry || attempts - job.attemptsBefore >= mostTries;
  const delayedBy = await sendingDb.withTenant(job.tenantId, async (tx) => {
    const mail = await lockOutgoing(tx, job.mailId);
    if (mail?.state !== "queued") return undefined;
    const failure = await attempt(async () => mailer.send(await composeOutgoing(tx, { db, settings }, mail), recall));
    if (failure === undefined) {
      await record(tx, mail, { state: "sent" });
      return undefined;
    }
    const isFinal = isLastTry || failure instanceof DeliveryRefused;
    log.warn({ err: failure, mailId: mail.id, attempts, isFinal }, "A mail was not delivered");
    const error = reasonFor(failure);
    if (isFinal) await record(tx, mail, { state: "failed", error });
    else await putOff(tx, mail, error, attempts - job.attemptsBefore);
    return isFinal ? undefined : failure;
  });
  if (delayedBy) throw delayedBy;
}

/** Records that a try failed and, as the queue waits for so long at most, until when the next one comes. */
async function putOff(tx: TenantTx, mail: MailOnItsWay, error: string, tries: number): Promise<void> {
  const { retryDelay, retryDelayMax } = deliveryPauses;
  const nextTryAt = new Date(Date.now() + 1_000 * Math.min(retryDelay * 2 ** tries, retryDelayMax));
  await record(tx, mail, { state: "queued", error, nextTryAt });
}

/** How many attempts a mail has had with this one; undefined when it no longer waits, or has to wait for another day. */
async function begin(
  tx: TenantTx,
  { jobs, settings }: Deliverer,
  { mailId, attemptsBefore }: DeliverMail,
): Promise<number | undefined> {
  const heldSeconds = await takePlace(tx, settings, mailId);
  if (heldSeconds === 0) return countAttempt(tx, mailId);
  if (heldSeconds !== undefined) {
    // Not all of the world's held mails in the same second.
    const startAfterSeconds = heldSeconds + Math.ceil(Math.random() * mostDelaySeconds);
    await jobs.enqueue(tx, deliverMailKind, { mailId, attemptsBefore }, { startAfterSeconds });
    await emit(tx, "mail.logged", { mailId });
  }
  return undefined;
}

async function attempt(send: () => Promise<void>): Promise<Error | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    // Whatever went wrong is recorded on the mail, and decides whether it is tried again.
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The server's own words; an error of ours is logged and means nothing to an agent. */
function reasonFor(failure: Error): string {
  const isServers = failure instanceof DeliveryRefused || failure instanceof DeliveryDelayed;
  return isServers ? failure.message : "The mail could not be made because of an unexpected error";
}

/** Records what became of a locked mail and, where it carries a message, emits `message.delivery-changed`. */
async function record(tx: TenantTx, { id, messageId }: MailOnItsWay, outcome: Settled): Promise<void> {
  // Where its message is by now: the ticket may have been merged while the mail was sent.
  const ticketId = await settle(tx, id, outcome);
  const state = outcome.state === "queued" ? "sending" : outcome.state;
  if (messageId && ticketId) await emit(tx, "message.delivery-changed", { ticketId, messageId, state });
  else await emit(tx, "mail.logged", { mailId: id });
}

/** Fails the mails that wait without a job (every process that tried them was killed), so that their authors see it. */
export async function giveUpStuckMail(tx: TenantTx): Promise<void> {
  // All tries together take about a day.
  for (const mail of await lockStuck(tx, longestWaitHours)) {
    await record(tx, mail, { state: "failed", error: "The mail was not sent within two days" });
  }
}

/**
 * Fails the mails that waited in what this desk is a copy of, which may have sent them since. Whoever knows that it has not tries
 * again. `why` is a sentence without its end.
 */
export async function holdCopiedMail(tx: TenantTx, why: string): Promise<void> {
  await failWaiting(tx, `Not sent: ${why}`);
}

/** Fails the mails that waited in the installation that this store left, and have a link there: what opens it stayed there, too. */
export async function failLeftLinks(tx: TenantTx): Promise<void> {
  const error = "Not sent: its link leads to the installation that the store left. Ask for another mail here";
  await failWaiting(tx, error, "with links");
}

/** A bounce of a message's mail: which sending it returns, where that is known, and what it says, for the author. */
export type Bounce = { messageId: string; resends: number | null; error: string };

/**
 * Fails the message whose mail bounced; the caller holds its ticket's lock. A bounce of a mail that was sent again since,
 * or is to be, says nothing of the newest sending, which may well arrive. While the mail is being sent nothing is
 * recorded, and with `mayWait` the sending's end is waited for.
 */
export async function recordBounce(
  tx: TenantTx,
  { messageId, resends, error }: Bounce,
  mayWait: boolean,
): Promise<"failed" | "sent again" | "being sent"> {
  const mail = await lockReply(tx, messageId, mayWait);
  if (!mail && !mayWait) return "being sent";
  if (!mail || mail.state === "queued" || (resends !== null && resends < mail.resends)) return "sent again";
  await record(tx, mail, { state: "failed", error });
  return "failed";
}

/**
 * Objects to the deletion of a ticket while one of its mails is being sent. Mails that wait are locked and go with their
 * ticket; whoever finds their job later finds nothing.
 */
export async function refuseWhileSending(tx: TenantTx, ticketId: string): Promise<void> {
  if (!(await lockOutgoingOf(tx, ticketId))) throw fail("ticket_mail_on_its_way");
}

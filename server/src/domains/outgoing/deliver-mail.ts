import * as z from "zod";
import { isForNow } from "../../platform/db/lost-database.ts";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Job, JobKind } from "../../platform/jobs/job.ts";
import { mostBreakOffs } from "../../platform/jobs/job-claims.ts";
import { installationKey } from "../../platform/mailer/installation-key.ts";
import { DeliveryDelayed, DeliveryRefused, type Recall } from "../../platform/mailer/mailer.ts";
import type { Services } from "../../platform/services.ts";
import { ratingRequests } from "./asked.queries.ts";
import { composeAccountMail, type StoredAccountDetails } from "./compose-account-mail.ts";
import { composeOutgoing } from "./compose-outgoing.ts";
import {
  countBreakOff,
  type DueMail,
  lockDue,
  lockStarted,
  lockStuck,
  type MailResult,
  restartLaterMails,
  saveResult,
} from "./delivery.queries.ts";
import {
  failWaiting,
  type LockedOutgoing,
  lockOutgoing,
  lockOutgoingOf,
  lockReply,
  type MailOnItsWay,
} from "./outgoing.queries.ts";
import { claimQuota } from "./sending/quotas.ts";

type DeliverMail = { mailId: string };

/** Wakes the sender for a queued mail, which it would otherwise find in the table a little later. */
export const deliverMailKind: JobKind<DeliverMail> = {
  name: "mail.deliver",
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 60,
  sendsMail: true,
};

/** Tries before delivery is given up, after about a day. */
export const maxTries = 14;
const maxWaitHours = 48;
/**
 * Seconds before the second try, and the longest pause. Each pause is double the last one, plus up to half of it at random, so that not
 * all come at once.
 */
const [firstPause, longestPause] = [30, 4 * 3600];
/** Seconds before a mail is tried again that could not be tried: the database was busy, or the relay had no free connection. */
const pauses = { database: 15, crowded: 2 };

const processDied = "The program that sends ended each time while it sent this mail, and is started again";
const databaseBusy = "The database of this installation did not answer in time. Nothing is wrong with this mail";

type Deliverer = Pick<Services, "db" | "sendingDb" | "mailer" | "settings" | "log">;

export type MailKey = DeliverMail & { tenantId: TenantId };
type TryCounts = Pick<DueMail, "tries" | "breakOffs">;
/** Whether a try of the mail began, and its failure if it is to be retried. */
type TryResult = { isBegun: boolean; failure: Error | null };
const notBegun: TryResult = { isBegun: false, failure: null };

/**
 * Tries to deliver a mail once, if it is its turn. The mail is locked while it is sent and until its result is recorded, so no two
 * processes send it. If the process dies in between, the mail keeps waiting, with those behind it, and is sent again under the same
 * Message-ID.
 */
export async function deliverMail(
  services: Deliverer,
  { tenantId, mailId }: MailKey,
  recall?: Recall,
): Promise<TryResult> {
  const { db, sendingDb, log } = services;
  const started = await db.withTenant(tenantId, (tx) => beginTry(tx, services, mailId), {
    plan: "once",
    commit: "soon",
  });
  if (!started) return notBegun;
  try {
    return await sendingDb.withTenant(tenantId, (tx) => send(tx, services, { mailId, ...started }, recall), {
      plan: "once",
    });
  } catch (error) {
    if (!(error instanceof Error) || !isForNow(error)) throw error;
    log.warn(
      { err: error, mailId },
      "The database did not answer in time while a mail was sent, which goes on when it does",
    );
    await db.withTenant(tenantId, async (tx) => {
      const mail = await lockStarted(tx, mailId, started.breakOffs);
      if (mail)
        await recordResult(tx, mail, {
          state: "queued",
          isTry: false,
          error: databaseBusy,
          nextTryAt: secondsFromNow(pauses.database),
        });
    });
    return { isBegun: true, failure: error };
  }
}

/** Begins a try of a mail, if it is its turn. A mail during which the process died several times is postponed like one that failed. */
async function beginTry(tx: TenantTx, { settings }: Deliverer, mailId: string): Promise<TryCounts | undefined> {
  const mail = await lockDue(tx, mailId);
  if (!mail) return undefined;
  if (!(await claimQuota(tx, settings, mail))) {
    await emit(tx, "mail.logged", { mailId });
    return undefined;
  }
  const { tries, breakOffs } = mail;
  const isSuspect = breakOffs >= mostBreakOffs;
  if (isSuspect && isLast(tries)) {
    await recordResult(tx, mail, { state: "failed", isTry: true, error: processDied });
    return undefined;
  }
  await countBreakOff(tx, mailId, isSuspect ? { error: processDied, nextTryAt: nextTryAfter(tries) } : null);
  return { tries, breakOffs: breakOffs + 1 };
}

/** Sends a mail whose try began, unless another process has it, and records the result. */
async function send(
  tx: TenantTx,
  { db, mailer, settings, log }: Deliverer,
  { mailId, tries, breakOffs }: DeliverMail & TryCounts,
  recall?: Recall,
): Promise<TryResult> {
  const mail = await lockStarted(tx, mailId, breakOffs);
  if (!mail) return notBegun;
  const obstacle = await obstacleTo(tx, mail);
  if (obstacle !== null) {
    await recordResult(tx, mail, { state: "failed", isTry: false, error: obstacle });
    return { isBegun: true, failure: null };
  }
  const failure = await attempt(async () => mailer.send(await composeOutgoing(tx, { db, settings }, mail), recall));
  if (failure === undefined) {
    await recordResult(tx, mail, { state: "sent", isTry: true, isInOutbox: settings.smtpUrl === null });
    return { isBegun: true, failure: null };
  }
  const isOfRelay = failure instanceof DeliveryDelayed || failure instanceof DeliveryRefused;
  if (!isOfRelay && isForNow(failure)) throw failure;
  const isTry = !(failure instanceof DeliveryDelayed && failure.isCrowded);
  const isFinal = failure instanceof DeliveryRefused || (isTry && isLast(tries));
  log.warn({ err: failure, mailId, tries, isTry, isFinal }, "A mail was not delivered");
  // Our own errors are logged; their text would mean nothing to an agent.
  const error = isOfRelay ? failure.message : "The mail could not be made because of an unexpected error";
  if (isFinal) {
    await recordResult(tx, mail, { state: "failed", isTry, error });
    return { isBegun: true, failure: null };
  }
  const nextTryAt = isTry ? nextTryAfter(tries) : secondsFromNow(pauses.crowded);
  await recordResult(tx, mail, { state: "queued", isTry, error, nextTryAt });
  return { isBegun: true, failure };
}

/** Why a mail that asks for something is not to be sent any more, as it may have waited; null for any other. */
async function obstacleTo(tx: TenantTx, { details }: Pick<LockedOutgoing, "details">): Promise<string | null> {
  const { ratingId } = asksFor.parse(details);
  return ratingId === null ? null : ratingRequests.answer.obstacle(tx, ratingId);
}

const asksFor = z.object({ ratingId: z.string().nullable().default(null) });

/** Whether the next try is the last. */
function isLast(tries: number): boolean {
  return tries + 1 >= maxTries;
}

function nextTryAfter(tries: number): Date {
  return secondsFromNow(Math.min(firstPause * 2 ** tries, longestPause));
}

function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + 1_000 * seconds * (1 + Math.random() / 2));
}

async function attempt(send: () => Promise<void>): Promise<Error | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    // The error is recorded on the mail and decides whether it is retried.
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Records the result of a locked mail and emits `message.delivery-changed` if it carries a message. */
async function recordResult(tx: TenantTx, { id, messageId }: MailOnItsWay, outcome: MailResult): Promise<void> {
  // The message's current ticket, as a merge may have moved it while the mail was sent.
  const ticketId = await saveResult(tx, id, outcome);
  const state = outcome.state === "queued" ? "sending" : outcome.state;
  if (messageId && outcome.state === "failed") await restartLaterMails(tx, id, messageId);
  if (messageId && ticketId) await emit(tx, "message.delivery-changed", { ticketId, messageId, state });
  else await emit(tx, "mail.logged", { mailId: id });
}

/** Fails a queued mail without trying it, with `why` as the reason. */
export async function refuseMail(tx: TenantTx, id: string, why: string): Promise<void> {
  const mail = await lockOutgoing(tx, id);
  if (mail?.state === "queued") await recordResult(tx, mail, { state: "failed", isTry: false, error: why });
}

/**
 * Fails mails that have waited too long though it is their turn, because nothing sends or the database is never in time. Their authors
 * see it.
 */
export async function giveUpStuckMail(tx: TenantTx): Promise<void> {
  // All tries together take about a day.
  for (const mail of await lockStuck(tx, maxWaitHours)) {
    await recordResult(tx, mail, { state: "failed", isTry: false, error: "The mail was not sent within two days" });
  }
}

/**
 * Fails the mails that were queued in the original of this copied desk, which may have sent them since; whoever knows that it has not
 * retries them. `why` is a sentence without its end.
 */
export async function failCopiedMail(tx: TenantTx, why: string): Promise<void> {
  await failWaiting(tx, `Not sent: ${why}`);
}

/** Fails the queued mails of a moved store that contain a link: what the link opens stayed at the old installation. */
export async function failLeftLinks(tx: TenantTx): Promise<void> {
  const error = "Not sent: its link leads to the installation that the store left. Ask for another mail here";
  await failWaiting(tx, error, "with links");
}

/** A bounce of our own mail: the sending it returns, if known, and its reason, for the author. */
export type Bounce = { mailId: string; resends: number | null; error: string };

/**
 * Fails a mail that bounced; the caller has locked its ticket. A bounce of an earlier sending is ignored if the mail was or will be sent
 * again, as the newest sending may arrive. While the mail is being sent nothing is recorded, unless `mayWait` allows waiting for the end.
 */
export async function recordBounce(
  tx: TenantTx,
  { mailId, resends, error }: Bounce,
  mayWait: boolean,
): Promise<"failed" | "sent again" | "being sent"> {
  const mail = await lockReply(tx, mailId, mayWait);
  if (!mail && !mayWait) return "being sent";
  if (!mail || mail.state === "queued" || (resends !== null && resends < mail.resends)) return "sent again";
  await recordResult(tx, mail, { state: "failed", isTry: false, error, isBounce: true });
  return "failed";
}

/**
 * Refuses to delete a ticket while one of its mails is being sent. Queued mails are locked and deleted with the ticket; their jobs then
 * find nothing.
 */
export async function refuseWhileSending(tx: TenantTx, ticketId: string): Promise<void> {
  if (!(await lockOutgoingOf(tx, ticketId))) throw fail("ticket_mail_on_its_way");
}

/** A mail to somebody who signs up; only its job has it. */
export type ClaimMail = { kind: string; to: string; mailMessageId: string; details: StoredAccountDetails };

/** Tries to deliver a sign-up mail once; throws if it is to be retried, always under the same Message-ID. */
export async function deliverClaimMail(
  { db, mailer, settings, log }: Pick<Services, "db" | "mailer" | "settings" | "log">,
  { tenantId, isLastTry, ...mail }: Job<ClaimMail>,
  recall?: Recall,
): Promise<void> {
  try {
    const composed = composeAccountMail(settings, { ...mail, tenantId, returnPath: `no-reply@${settings.mailDomain}` });
    await mailer.send({ ...composed, signedBy: await installationKey(db, settings) }, recall);
  } catch (error) {
    const isFinal = isLastTry || error instanceof DeliveryRefused;
    log.warn({ err: error, mailMessageId: mail.mailMessageId, isFinal }, "A mail was not delivered");
    // Nobody is notified: the person can request another one.
    if (!isFinal) throw error;
  }
}

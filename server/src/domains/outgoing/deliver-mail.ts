import { isForNow } from "../../platform/db/lost-database.ts";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Job, JobKind } from "../../platform/jobs/job.ts";
import { mostBreakOffs } from "../../platform/jobs/job-claims.ts";
import { installationKey } from "../../platform/mailer/installation-key.ts";
import { DeliveryDelayed, DeliveryRefused, type Recall } from "../../platform/mailer/mailer.ts";
import type { Services } from "../../platform/services.ts";
import { composeAccountMail, type StoredAccountDetails } from "./compose-account-mail.ts";
import { composeOutgoing } from "./compose-outgoing.ts";
import {
  countBegin,
  type DueMail,
  lockBegun,
  lockDue,
  lockStuck,
  queueLaterAnew,
  type Settled,
  settle,
} from "./delivery.queries.ts";
import { failWaiting, lockOutgoing, lockOutgoingOf, lockReply, type MailOnItsWay } from "./outgoing.queries.ts";
import { takePlace } from "./sending/quotas.ts";

type DeliverMail = { mailId: string };

/** Calls whoever sends to a mail that was queued: it is found in the table by itself, and by this at once. */
export const deliverMailKind: JobKind<DeliverMail> = {
  name: "mail.deliver",
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 60,
  sendsMail: true,
};

/** After these tries, about a day, delivery is given up. */
export const mostTries = 14;
const longestWaitHours = 48;
/** Seconds to the second try; each further one waits double, and up to half of it more, so that not all come at once. */
const [firstPause, longestPause] = [30, 4 * 3600];
/** Seconds after which a mail goes on that was not tried, as the database had no time or the relay no more connections. */
const pauses = { database: 15, crowded: 2 };

const brokenOff = "The program that sends ended each time while it sent this mail, and is started again";
const ofDatabase = "The database of this installation did not answer in time. Nothing is wrong with this mail";

type Deliverer = Pick<Services, "db" | "sendingDb" | "mailer" | "settings" | "log">;

/** One of a tenant's mails. */
export type OneMail = DeliverMail & { tenantId: TenantId };
type Begun = Pick<DueMail, "tries" | "breakOffs">;
/** Whether it was a mail's turn, and why it is to be tried again, if so. */
type Tried = { isBegun: boolean; failure: Error | null };
const notBegun: Tried = { isBegun: false, failure: null };

/**
 * Tries to deliver a mail once, where it is its turn. The mail stays locked while it is sent, so no
 * two processes send it, and what became of it is recorded before the lock opens. A process that ends in between leaves
 * it waiting: it is then sent again under the same Message-ID, and what waits for it waits on.
 */
export async function deliverMail(services: Deliverer, { tenantId, mailId }: OneMail, recall?: Recall): Promise<Tried> {
  const { db, sendingDb, log } = services;
  const begun = await db.withTenant(tenantId, (tx) => begin(tx, services, mailId), { plan: "once", commit: "soon" });
  if (!begun) return notBegun;
  try {
    return await sendingDb.withTenant(tenantId, (tx) => send(tx, services, { mailId, ...begun }, recall), {
      plan: "once",
    });
  } catch (error) {
    if (!(error instanceof Error) || !isForNow(error)) throw error;
    log.warn(
      { err: error, mailId },
      "The database did not answer in time while a mail was sent, which goes on when it does",
    );
    await db.withTenant(tenantId, async (tx) => {
      const mail = await lockBegun(tx, mailId, begun.breakOffs);
      if (mail)
        await record(tx, mail, { state: "queued", isTry: false, error: ofDatabase, nextTryAt: after(pauses.database) });
    });
    return { isBegun: true, failure: error };
  }
}

/** Begins with a mail, if it is its turn; a mail that may have ended its process again and again is put off by it like one that failed. */
async function begin(tx: TenantTx, { settings }: Deliverer, mailId: string): Promise<Begun | undefined> {
  const mail = await lockDue(tx, mailId);
  if (!mail) return undefined;
  if (!(await takePlace(tx, settings, mail))) {
    await emit(tx, "mail.logged", { mailId });
    return undefined;
  }
  const { tries, breakOffs } = mail;
  const isSuspect = breakOffs >= mostBreakOffs;
  if (isSuspect && isLast(tries)) {
    await record(tx, mail, { state: "failed", isTry: true, error: brokenOff });
    return undefined;
  }
  await countBegin(tx, mailId, isSuspect ? { error: brokenOff, nextTryAt: nextTryAfter(tries) } : null);
  return { tries, breakOffs: breakOffs + 1 };
}

/** Sends a mail that was begun, unless somebody else has it, and records what became of it. */
async function send(
  tx: TenantTx,
  { db, mailer, settings, log }: Deliverer,
  { mailId, tries, breakOffs }: DeliverMail & Begun,
  recall?: Recall,
): Promise<Tried> {
  const mail = await lockBegun(tx, mailId, breakOffs);
  if (!mail) return notBegun;
  const failure = await attempt(async () => mailer.send(await composeOutgoing(tx, { db, settings }, mail), recall));
  if (failure === undefined) {
    await record(tx, mail, { state: "sent", isTry: true, isInOutbox: settings.smtpUrl === null });
    return { isBegun: true, failure: null };
  }
  const isOfRelay = failure instanceof DeliveryDelayed || failure instanceof DeliveryRefused;
  if (!isOfRelay && isForNow(failure)) throw failure;
  const isTry = !(failure instanceof DeliveryDelayed && failure.isCrowded);
  const isFinal = failure instanceof DeliveryRefused || (isTry && isLast(tries));
  log.warn({ err: failure, mailId, tries, isTry, isFinal }, "A mail was not delivered");
  // An error of ours is logged and means nothing to an agent.
  const error = isOfRelay ? failure.message : "The mail could not be made because of an unexpected error";
  if (isFinal) {
    await record(tx, mail, { state: "failed", isTry, error });
    return { isBegun: true, failure: null };
  }
  const nextTryAt = isTry ? nextTryAfter(tries) : after(pauses.crowded);
  await record(tx, mail, { state: "queued", isTry, error, nextTryAt });
  return { isBegun: true, failure };
}

/** Whether no more try follows one that comes after so many. */
function isLast(tries: number): boolean {
  return tries + 1 >= mostTries;
}

function nextTryAfter(tries: number): Date {
  return after(Math.min(firstPause * 2 ** tries, longestPause));
}

function after(seconds: number): Date {
  return new Date(Date.now() + 1_000 * seconds * (1 + Math.random() / 2));
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

/** Records what became of a locked mail and, where it carries a message, emits `message.delivery-changed`. */
async function record(tx: TenantTx, { id, messageId }: MailOnItsWay, outcome: Settled): Promise<void> {
  // Where its message is by now: the ticket may have been merged while the mail was sent.
  const ticketId = await settle(tx, id, outcome);
  const state = outcome.state === "queued" ? "sending" : outcome.state;
  if (messageId && outcome.state === "failed") await queueLaterAnew(tx, id, messageId);
  if (messageId && ticketId) await emit(tx, "message.delivery-changed", { ticketId, messageId, state });
  else await emit(tx, "mail.logged", { mailId: id });
}

/** Fails a mail that waits before it is tried, as `why` says. */
export async function refuseMail(tx: TenantTx, id: string, why: string): Promise<void> {
  const mail = await lockOutgoing(tx, id);
  if (mail?.state === "queued") await record(tx, mail, { state: "failed", isTry: false, error: why });
}

/** Fails the mails that wait for ever, though it is their turn: nobody sends, or the database is never in time. Their authors see it. */
export async function giveUpStuckMail(tx: TenantTx): Promise<void> {
  // All tries together take about a day.
  for (const mail of await lockStuck(tx, longestWaitHours)) {
    await record(tx, mail, { state: "failed", isTry: false, error: "The mail was not sent within two days" });
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

/** A bounce of a mail of ours: which sending it returns, where that is known, and what it says, for the author. */
export type Bounce = { mailId: string; resends: number | null; error: string };

/**
 * Fails the mail that bounced; the caller holds its ticket's lock. A bounce of a mail that was sent again since,
 * or is to be, says nothing of the newest sending, which may well arrive. While the mail is being sent nothing is
 * recorded, and with `mayWait` the sending's end is waited for.
 */
export async function recordBounce(
  tx: TenantTx,
  { mailId, resends, error }: Bounce,
  mayWait: boolean,
): Promise<"failed" | "sent again" | "being sent"> {
  const mail = await lockReply(tx, mailId, mayWait);
  if (!mail && !mayWait) return "being sent";
  if (!mail || mail.state === "queued" || (resends !== null && resends < mail.resends)) return "sent again";
  await record(tx, mail, { state: "failed", isTry: false, error });
  return "failed";
}

/**
 * Objects to the deletion of a ticket while one of its mails is being sent. Mails that wait are locked and go with their
 * ticket; whoever finds their job later finds nothing.
 */
export async function refuseWhileSending(tx: TenantTx, ticketId: string): Promise<void> {
  if (!(await lockOutgoingOf(tx, ticketId))) throw fail("ticket_mail_on_its_way");
}

/** A mail to somebody who signs up, as its job carries it. */
export type ClaimMail = { kind: string; to: string; mailMessageId: string; details: StoredAccountDetails };

/** Tries to deliver such a mail once; throws when it is to be tried again. It goes out under the same Message-ID each time. */
export async function deliverClaimMail(
  { db, mailer, settings, log }: Pick<Services, "db" | "mailer" | "settings" | "log">,
  { tenantId, isLastTry, ...mail }: Job<ClaimMail>,
  recall?: Recall,
): Promise<void> {
  try {
    const made = composeAccountMail(settings, { ...mail, tenantId, returnPath: `no-reply@${settings.mailDomain}` });
    await mailer.send({ ...made, signedBy: await installationKey(db, settings) }, recall);
  } catch (error) {
    const isFinal = isLastTry || error instanceof DeliveryRefused;
    log.warn({ err: error, mailMessageId: mail.mailMessageId, isFinal }, "A mail was not delivered");
    // There is nobody to be told: who signed up asks for another one.
    if (!isFinal) throw error;
  }
}

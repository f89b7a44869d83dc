import type { MailLogDetail } from "@deskhand/contract/mail";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { type Queueing, releaseHeldMail, retryAccountMail } from "../../outgoing/index.ts";
import { retryDelivery } from "../../tickets/index.ts";
import { processMailJob } from "../decide/process-mail-job.ts";
import { type LockedEntry, lockLogEntry, resetLogEntries, selectGivenUpWaiting } from "./log.queries.ts";
import { actionsByState, isRepeatable, rawRemovedFailure, readMailLogEntry } from "./mail-log.ts";
import { type OutgoingEntry, selectOutgoingEntry } from "./outgoing-log.queries.ts";

/** Runs a mail through the intake once more, unless it is already on a ticket. */
export async function processAgain(tx: TenantTx, jobs: JobQueue, actor: Actor, id: string): Promise<MailLogDetail> {
  const entry = await lockFinished(tx, id);
  if (!actionsByState(entry).includes("process-again")) throw fail("mail_not_waiting");
  await putBack(tx, jobs, entry, false);
  await record(tx, actor.userId, "mail.processed-again", id, { from: entry.state });
  return readMailLogEntry(tx, id);
}

/** Releases a mail from quarantine: it becomes a ticket, or a reply if it proves to belong to one. */
export async function releaseMail(tx: TenantTx, jobs: JobQueue, actor: Actor, id: string): Promise<MailLogDetail> {
  const entry = await lockFinished(tx, id);
  if (!actionsByState(entry).includes("release")) throw fail("mail_not_quarantined");
  await putBack(tx, jobs, entry, true);
  await record(tx, actor.userId, "mail.released", id);
  return readMailLogEntry(tx, id);
}

/** Makes a ticket of a mail that was stopped or that a machine wrote, or a reply if it proves to belong to one. */
export async function makeTicket(tx: TenantTx, jobs: JobQueue, actor: Actor, id: string): Promise<MailLogDetail> {
  const entry = await lockFinished(tx, id);
  const actions = actionsByState(entry);
  if (actions.length === 0) throw fail("mail_not_waiting");
  if (!actions.includes("make-ticket")) throw fail("mail_makes_no_ticket");
  await putBack(tx, jobs, entry, true);
  await record(tx, actor.userId, "mail.ticket-made", id, { from: entry.state });
  return readMailLogEntry(tx, id);
}

// A second request at the same time finds the mail waiting; otherwise it would undo the first one's release.
async function lockFinished(tx: TenantTx, id: string): Promise<LockedEntry> {
  const entry = await lockLogEntry(tx, id);
  if (!entry) throw fail("mail_log_entry_not_found");
  if (entry.state === "received") throw fail("mail_in_progress");
  return entry;
}

/** Bounds how many at once, so that they do not delay new mail. */
const mostTakenUp = 1_000;

/** Queues mails again that an earlier version gave up while they waited. Each is found once, as no mail gets that reason any more. */
export async function takeUpWaiting(tx: TenantTx, jobs: JobQueue): Promise<number> {
  const mails = await selectGivenUpWaiting(tx, mostTakenUp);
  // Queued behind new mail, since it has waited already.
  for (const { id, isReleased } of mails) await queueAgain(tx, jobs, id, isReleased, true);
  return mails.length;
}

async function putBack(tx: TenantTx, jobs: JobQueue, entry: LockedEntry, isReleased: boolean): Promise<void> {
  if (entry.rawRemoved !== null) throw rawRemovedFailure(entry);
  await queueAgain(tx, jobs, entry.id, isReleased);
}

async function queueAgain(
  tx: TenantTx,
  jobs: JobQueue,
  mailLogId: string,
  isReleased: boolean,
  isPatient = false,
): Promise<void> {
  await resetLogEntries(tx, [mailLogId], isReleased);
  await jobs.enqueue(tx, processMailJob, { mailLogId }, { isPatient });
  await emit(tx, "mail.logged", { mailId: mailLogId });
}

/** Sends a failed mail again, or a held one that may go by now. Of two requests at once the second finds that the mail has not failed. */
export async function tryAgain(
  tx: TenantTx,
  services: Queueing,
  actor: Actor,
  { id, sendAnyway }: { id: string; sendAnyway: boolean },
): Promise<MailLogDetail> {
  const mail = await selectOutgoingEntry(tx, id);
  if (!mail) throw fail("mail_log_entry_not_found");
  if (mail.isHeld) {
    await releaseHeldMail(tx, services, id);
    return recordRetry(tx, actor, mail);
  }
  if (mail.state !== "failed") throw fail("message_not_failed");
  if (!isRepeatable(mail)) throw fail("mail_not_repeatable");
  const { ticketId, ticketMessageId } = mail;
  if (ticketId !== null && ticketMessageId !== null)
    await retryDelivery(tx, services, { ticketId, id: ticketMessageId, sendAnyway });
  else await retryAccountMail(tx, services, id);
  await emit(tx, "mail.logged", { mailId: id });
  return recordRetry(tx, actor, mail);
}

async function recordRetry(tx: TenantTx, actor: Actor, { id, kind }: OutgoingEntry): Promise<MailLogDetail> {
  await record(tx, actor.userId, "mail.tried-again", id, { kind });
  return readMailLogEntry(tx, id);
}

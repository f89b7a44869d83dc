import type { MailLogDetail } from "@deskhand/contract/mail";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { processMailJob } from "../decide/process-mail-job.ts";
import { type LockedEntry, lockLogEntry, resetLogEntries, selectGivenUpWaiting } from "./log.queries.ts";
import { readMailLogEntry } from "./log-entry.ts";
import { actionsByState } from "./mail-actions.ts";
import { rawRemovedFailure } from "./removed-raw.ts";

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

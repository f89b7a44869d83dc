import type { MailLogEntry } from "@deskhand/contract/mail";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { processMailJob } from "../decide/process-mail-job.ts";
import { type LockedEntry, lockLogEntry, resetLogEntry, selectLogEntry } from "./log.queries.ts";

/** Runs a mail through the intake once more, unless it is on a ticket already. */
export async function processAgain(tx: TenantTx, jobs: JobQueue, actor: Actor, id: string): Promise<MailLogEntry> {
  const entry = await lockLogEntry(tx, id);
  if (!entry) throw fail("mail_log_entry_not_found");
  if (isOnTicket(entry)) throw fail("mail_not_waiting");
  await putBack(tx, jobs, id, false);
  await record(tx, actor.userId, "mail.processed-again", id, { from: entry.state });
  return shown(tx, id);
}

/** Lets a mail out of quarantine: it becomes a ticket, or a reply where it proves to belong to one. */
export async function releaseMail(tx: TenantTx, jobs: JobQueue, actor: Actor, id: string): Promise<MailLogEntry> {
  const entry = await lockLogEntry(tx, id);
  if (!entry) throw fail("mail_log_entry_not_found");
  if (entry.state !== "quarantined") throw fail("mail_not_quarantined");
  await putBack(tx, jobs, id, true);
  await record(tx, actor.userId, "mail.released", id);
  return shown(tx, id);
}

// Processing it again would repeat it.
function isOnTicket({ state, messageId }: LockedEntry): boolean {
  return state === "ticket_created" || state === "reply_added" || (state === "auto_reply" && messageId !== null);
}

async function putBack(tx: TenantTx, jobs: JobQueue, mailLogId: string, isReleased: boolean): Promise<void> {
  await resetLogEntry(tx, mailLogId, isReleased);
  await jobs.enqueue(tx, processMailJob, { mailLogId });
}

async function shown(tx: TenantTx, id: string): Promise<MailLogEntry> {
  const entry = await selectLogEntry(tx, id);
  if (!entry) throw fail("mail_log_entry_not_found");
  return entry;
}

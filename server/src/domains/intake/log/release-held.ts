import type { HeldFilter, HeldList } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { rawMailDays } from "../capacity/read-storage.ts";
import { processMailJob } from "../decide/process-mail-job.ts";
import { countHeld, lockHeldMails, selectHeld, selectNow } from "../hold/held.queries.ts";
import { resetLogEntries } from "./log.queries.ts";

/** Lists the held mails that a filter matches, in groups (docs/product.md#held-mail). */
export async function listHeld(tx: TenantTx, filter: HeldFilter): Promise<HeldList> {
  const found = await selectHeld(tx, filter, await rawMailDays(tx));
  const { all = 0, endsAt = null } = found[0] ?? {};
  return {
    at: await selectNow(tx),
    mails: Math.min(all, limits.heldMailsCounted),
    isMore: all > limits.heldMailsCounted,
    groups: found.map(({ all: _, endsAt: __, ...group }) => group),
    endsAt,
  };
}

/**
 * Releases the oldest held mails that a filter matches, up to the limit of one request, in order of arrival. Each becomes a
 * ticket, or a reply if it proves to belong to one. Concurrent requests release different mails.
 */
export async function releaseHeld(
  tx: TenantTx,
  jobs: JobQueue,
  { userId }: Actor,
  filter: HeldFilter & { until: string },
): Promise<{ released: number; left: number }> {
  const ids = await lockHeldMails(tx, filter, limits.mailsInRelease);
  const [first] = ids;
  if (first !== undefined) {
    await resetLogEntries(tx, ids, true);
    // Queued behind new mail, since these have waited already.
    for (const mailLogId of ids) await jobs.enqueue(tx, processMailJob, { mailLogId }, { isPatient: true });
    // One event is enough: screens reload the log as a whole.
    await emit(tx, "mail.logged", { mailId: first });
    const { sender, reason, from, until } = filter;
    const details = {
      ...(reason && { heldBy: reason }),
      ...(from && { from: toMinute(from) }),
      until: toMinute(until),
    };
    const subject = sender === undefined ? null : { id: null, label: sender };
    await record(tx, userId, "mail.held-released", subject, { mails: ids.length, ...details });
  }
  return { released: ids.length, left: await countHeld(tx, filter) };
}

function toMinute(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

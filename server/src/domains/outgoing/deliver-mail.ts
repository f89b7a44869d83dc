import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { DeliveryDelayed, DeliveryRefused } from "../../platform/mailer/delivery-error.ts";
import type { Services } from "../../platform/services.ts";
import { recordDelivery } from "../tickets/index.ts";
import { composeOutgoing } from "./compose-outgoing.ts";
import { countAttempt, type LockedOutgoing, lockOutgoing, markAttemptFailed, markSent } from "./delivery.queries.ts";

/** The job's payload: which mail, and how many attempts it had before this job (an agent may have tried again). */
export type DeliverMail = { mailId: string; attemptsBefore: number };

/** After these tries, about a day, delivery is given up. The queue allows some more, for processes that end in the middle. */
export const mostTries = 14;

type Deliverer = Pick<Services, "db" | "mailer" | "settings" | "log">;

/**
 * Tries to deliver a mail once. Throws when it is to be tried again later. The mail stays locked while it is sent, so no
 * two processes send it, and what became of it is recorded before the lock opens. A process that ends in between leaves
 * it waiting: it is then sent again under the same Message-ID.
 */
export async function deliverMail({ db, mailer, settings, log }: Deliverer, job: Job<DeliverMail>): Promise<void> {
  const attempts = await db.withTenant(job.tenantId, (tx) => countAttempt(tx, job.mailId));
  if (attempts === undefined) return;
  const isLastTry = job.isLastTry || attempts - job.attemptsBefore >= mostTries;
  const delayedBy = await db.withTenant(job.tenantId, async (tx) => {
    const mail = await lockOutgoing(tx, job.mailId);
    if (mail?.state !== "queued") return undefined;
    const failure = await attempt(() => composeOutgoing(tx, { db, settings }, mail).then((made) => mailer.send(made)));
    if (failure === undefined) {
      await recordSent(tx, mail);
      return undefined;
    }
    const isFinal = isLastTry || failure instanceof DeliveryRefused;
    log.warn({ err: failure, mailId: mail.id, attempts, isFinal }, "A mail was not delivered");
    await recordFailure(tx, mail, reasonFor(failure), isFinal);
    return isFinal ? undefined : failure;
  });
  if (delayedBy) throw delayedBy;
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

async function recordSent(tx: TenantTx, mail: LockedOutgoing): Promise<void> {
  await markSent(tx, mail.id);
  if (mail.message_id) await recordDelivery(tx, mail.message_id, { state: "sent" });
}

async function recordFailure(tx: TenantTx, mail: LockedOutgoing, reason: string, isFinal: boolean): Promise<void> {
  await markAttemptFailed(tx, mail.id, reason, isFinal);
  if (isFinal && mail.message_id) await recordDelivery(tx, mail.message_id, { state: "failed", error: reason });
}

/** The server's own words; an error of ours is logged and tells an agent nothing. */
function reasonFor(failure: Error): string {
  const isServers = failure instanceof DeliveryRefused || failure instanceof DeliveryDelayed;
  return isServers ? failure.message : "The mail could not be made because of an unexpected error";
}

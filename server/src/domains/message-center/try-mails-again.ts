import type { TriedMail } from "@deskhand/contract/desk/message-center";
import { type Overtaken, overtakenSchema } from "@deskhand/contract/desk/overtaken";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Failure, fail } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { releaseHeldMail } from "../outgoing/index.ts";
import { retryDelivery } from "../tickets/index.ts";
import { selectTriable } from "./message-center.queries.ts";

type TrialServices = Pick<Services, "jobs" | "settings">;
type WithTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

/**
 * Tries mails again that failed, came back or are held by a limit. Each message has a transaction of its own, so that one that is refused
 * stops no other. All failed mails of a message go together, as from its ticket. One that was overtaken goes only with `sendAnyway`.
 */
export async function tryMailsAgain(
  services: TrialServices,
  withTenant: WithTenant,
  { ids, sendAnyway }: { ids: readonly string[]; sendAnyway: boolean },
): Promise<TriedMail[]> {
  const tried: TriedMail[] = [];
  const queued = new Set<string>();
  for (const id of new Set(ids)) {
    const trial = (tx: TenantTx) => tryAgain(tx, services, { id, sendAnyway }, queued);
    const refusal = await withTenant(trial).then(() => null, refusalOf);
    // Read in a transaction of its own, as a refusal undoes the one before.
    const mail = await withTenant((tx) => selectTriable(tx, id));
    const isStuck = mail !== undefined && mail.stage !== "waiting" && mail.stage !== "sent";
    const error = refusal?.message ?? (isStuck ? mail.reason : null);
    tried.push({ id, stage: mail?.stage ?? null, error, overtaken: refusal && overtakenIn(refusal) });
  }
  return tried;
}

async function tryAgain(
  tx: TenantTx,
  services: TrialServices,
  { id, sendAnyway }: { id: string; sendAnyway: boolean },
  queued: Set<string>,
): Promise<void> {
  const mail = await selectTriable(tx, id);
  if (!mail) throw fail("message_not_found");
  if (queued.has(mail.messageId)) return;
  if (mail.stage === "held") return releaseHeldMail(tx, services, id);
  await retryDelivery(tx, services, { ticketId: mail.ticketId, id: mail.messageId, sendAnyway });
  queued.add(mail.messageId);
}

/** Returns the refusal of a mail; throws what is none. */
function refusalOf(error: unknown): Failure {
  if (!(error instanceof Failure) || error.status >= 500) throw error;
  return error;
}

function overtakenIn({ code, data }: Failure): Overtaken | null {
  return code === "message_overtaken" ? overtakenSchema.parse(data) : null;
}

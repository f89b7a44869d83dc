import type { Quota } from "@deskhand/contract/admin/sending";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { deliverMailKind } from "../deliver-mail.ts";
import { lockHeld } from "./quotas.queries.ts";
import { claimQuota } from "./quotas.ts";

type ReleaseServices = Pick<Services, "jobs" | "settings">;

/** Checks again whether a held mail may be sent; if not, it stays held with its reason. */
export async function releaseHeldMail(tx: TenantTx, services: ReleaseServices, id: string): Promise<void> {
  const [mail] = await lockHeld(tx, { id });
  // It is due meanwhile, or another transaction has it.
  if (!mail) throw fail("message_not_failed");
  await tryRelease(tx, services, mail);
}

/** Releases the store's held mails as far as its limits allow now: the store may have grown, or the operator raised them. */
export async function releaseHeld(tx: TenantTx, services: ReleaseServices): Promise<void> {
  for (const quota of ["reply", "first"] as const) {
    for (const mail of await lockHeld(tx, { quota })) {
      if (!(await tryRelease(tx, services, mail))) break;
    }
  }
}

async function tryRelease(
  tx: TenantTx,
  { jobs, settings }: ReleaseServices,
  { id, quota }: { id: string; quota: Quota | null },
): Promise<boolean> {
  const mayGo = await claimQuota(tx, settings, { id, quota, isCounted: false, isHeld: true });
  if (mayGo) await jobs.enqueue(tx, deliverMailKind, { mailId: id });
  await emit(tx, "mail.logged", { mailId: id });
  return mayGo;
}

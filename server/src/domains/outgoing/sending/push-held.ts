import type { Quota } from "@deskhand/contract/admin/sending";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { deliverMailKind } from "../deliver-mail.ts";
import { lockHeld } from "./quotas.queries.ts";
import { takePlace } from "./quotas.ts";

type Pushing = Pick<Services, "jobs" | "settings">;

/** Asks anew whether a mail that is held back for the day may go; where it may not, it stays held with its reason. */
export async function pushHeld(tx: TenantTx, services: Pushing, id: string): Promise<void> {
  const [mail] = await lockHeld(tx, { id });
  // Its day has come meanwhile, or somebody else has it.
  if (!mail) throw fail("message_not_failed");
  await push(tx, services, mail);
}

/** Lets the store's held mails go as far as its limits allow by now: it may have grown, or its operator raised them. */
export async function releaseHeld(tx: TenantTx, services: Pushing): Promise<void> {
  for (const quota of ["reply", "first"] as const) {
    for (const mail of await lockHeld(tx, { quota })) {
      if (!(await push(tx, services, mail))) break;
    }
  }
}

async function push(
  tx: TenantTx,
  { jobs, settings }: Pushing,
  { id, quota }: { id: string; quota: Quota | null },
): Promise<boolean> {
  const mayGo = await takePlace(tx, settings, { id, quota, isCounted: false, isHeld: true });
  if (mayGo) await jobs.enqueue(tx, deliverMailKind, { mailId: id });
  await emit(tx, "mail.logged", { mailId: id });
  return mayGo;
}

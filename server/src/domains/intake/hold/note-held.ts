import type { HeldReason } from "@deskhand/contract/vocabulary";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { countHold } from "./held.queries.ts";

/** Notes that a limit held a mail back: of what it holds back within an hour admins hear once, with the number as it is. */
export async function noteHeld(tx: TenantTx, by: HeldReason): Promise<void> {
  await lockName(tx, "held mail");
  const holdId = await countHold(tx, by);
  if (holdId !== null) await emit(tx, "mail.held", { holdId, by });
}

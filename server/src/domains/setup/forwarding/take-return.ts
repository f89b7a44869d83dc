import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { countArrival, endCheck, keepReturn, lockProbe, type Probe } from "./forwarding.queries.ts";
import { takeAddress } from "./take-address.ts";

type Return = EventPayloads["forwarding.came-back"];

/**
 * Keeps that a test came back; a check that came as itself proves that the address is the store's own, and one that came in
 * any other way is void.
 */
export async function takeReturn(tx: TenantTx, came: Return): Promise<void> {
  const probe = await lockProbe(tx, came.probeId);
  // The same arrival, processed again.
  if (!probe || probe.returnedMailId === came.mailLogId) return;
  if (probe.purpose === "check") await takeCheck(tx, probe, came);
  else if (probe.returnedAt === null || (probe.returnedAs === "forward" && came.as === "itself")) {
    await keepReturn(tx, probe.id, came);
  } else await countArrival(tx, probe.id);
  await emit(tx, "forwarding.changed", {});
}

async function takeCheck(tx: TenantTx, probe: Probe, came: Return): Promise<void> {
  if (probe.endedAs !== null) return;
  // Whoever is asked whether it is theirs may pass the mail on to ask what it is: who reads that could answer for them.
  if (came.as === "forward") return endCheck(tx, probe.id, "inside");
  await keepReturn(tx, probe.id, came);
  await takeAddress(tx, probe, "forwarding");
}

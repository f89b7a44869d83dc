import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { countArrival, keepReturn, lockProbe } from "./forwarding.queries.ts";
import { takeAddress } from "./take-address.ts";

/** Keeps that a test came back; a check that came as itself proves that the address is the store's own. */
export async function takeReturn(
  tx: TenantTx,
  { probeId, mailLogId, as }: EventPayloads["forwarding.came-back"],
): Promise<void> {
  const probe = await lockProbe(tx, probeId);
  // The same arrival, processed again.
  if (!probe || probe.returnedMailId === mailLogId) return;
  if (probe.returnedAt !== null) await countArrival(tx, probeId);
  else if (probe.purpose === "test") await keepReturn(tx, probeId, { mailLogId, as });
  // Whoever is asked whether it is theirs may pass the mail on by hand, to ask what it is.
  else if (as === "itself" && probe.endedAs === null) {
    await keepReturn(tx, probeId, { mailLogId, as });
    await takeAddress(tx, probe, "forwarding");
  }
  await emit(tx, "forwarding.changed", {});
}

import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { record } from "../../audit/index.ts";
import { takeSupportAddress } from "../../tenants/index.ts";
import { cancelChecks, endCheck, type Probe } from "./forwarding.queries.ts";

/** Makes an address the store's own that is proven to be; false where another store has it. */
export async function takeAddress(tx: TenantTx, probe: Probe, by: "forwarding" | "link"): Promise<boolean> {
  const { address, askedBy } = probe;
  const isTaken = !(await takeSupportAddress(tx, address));
  await endCheck(tx, probe.id, isTaken ? "taken" : "verified");
  // What else was sent to it must not bring it back once it is removed.
  if (!isTaken) await cancelChecks(tx, { of: address });
  if (!isTaken) await record(tx, askedBy, "settings.support-address-added", { id: null, label: address }, { by });
  await emit(tx, "forwarding.changed", {});
  return !isTaken;
}

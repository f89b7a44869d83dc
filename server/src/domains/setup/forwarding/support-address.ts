import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Settings } from "../../../platform/settings.ts";
import { record } from "../../audit/index.ts";
import { mailKey, readProbeLinkToken } from "../../outgoing/index.ts";
import { dropSupportAddress, lockTenant, takeSupportAddress } from "../../tenants/index.ts";
import { cancelChecks, endCheck, lockProbe, type Probe } from "./forwarding.queries.ts";

/** Makes an address the store's own by the link in its mail; false where another store has it, which is recorded. */
export async function confirmAddress(
  tx: TenantTx,
  settings: Pick<Settings, "secret">,
  token: string,
): Promise<boolean> {
  const id = readProbeLinkToken(mailKey(settings.secret), token);
  const probe = id === undefined ? undefined : await lockProbe(tx, id);
  if (probe?.purpose !== "check") throw fail("link_not_valid");
  if (probe.endedAs === "verified") throw fail("link_used");
  if (probe.endedAs === "inside") throw fail("support_check_void");
  if (probe.endedAs === "cancelled") throw fail("link_not_valid");
  if (probe.endedAs === "taken") throw fail("support_address_taken");
  if (probe.isOver) throw fail("link_expired");
  return takeAddress(tx, probe, "link");
}

/** Removes an address of the store, or cancels its check; mail to it is refused from then on. */
export async function removeAddress(tx: TenantTx, { userId }: Actor, address: string): Promise<void> {
  const { customSupportEmail } = await lockTenant(tx);
  const isOwn = customSupportEmail === address;
  if (isOwn) await dropSupportAddress(tx, null);
  else if ((await cancelChecks(tx, { of: address })) === 0) throw fail("support_address_not_found");
  const details = isOwn ? {} : { wasConfirmed: false };
  await record(tx, userId, "settings.support-address-removed", { id: null, label: address }, details);
  await emit(tx, "forwarding.changed", {});
}

/** Makes a proven address the store's own; false where another store has it. */
export async function takeAddress(tx: TenantTx, probe: Probe, proof: "forwarding" | "link"): Promise<boolean> {
  const { address, askedBy } = probe;
  const isTaken = !(await takeSupportAddress(tx, address));
  await endCheck(tx, probe.id, isTaken ? "taken" : "verified");
  // Cancels other checks of the address, so that none brings it back after its removal.
  if (!isTaken) await cancelChecks(tx, { of: address });
  if (!isTaken)
    await record(tx, askedBy, "settings.support-address-added", { id: null, label: address }, { by: proof });
  await emit(tx, "forwarding.changed", {});
  return !isTaken;
}

import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { dropSupportAddress, lockTenant } from "../../tenants/index.ts";
import { cancelChecks } from "./forwarding.queries.ts";

/** Gives up an address of the store's own, or the check of one; mail to it is refused from then on. */
export async function removeAddress(tx: TenantTx, { userId }: Actor, address: string): Promise<void> {
  const { customSupportEmail } = await lockTenant(tx);
  const isOwn = customSupportEmail === address;
  if (isOwn) await dropSupportAddress(tx, null);
  else if ((await cancelChecks(tx, { of: address })) === 0) throw fail("support_address_not_found");
  const details = isOwn ? {} : { wasConfirmed: false };
  await record(tx, userId, "settings.support-address-removed", { id: null, label: address }, details);
  await emit(tx, "forwarding.changed", {});
}

import { limits } from "@deskhand/contract/limits";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { queueProbe } from "../../outgoing/index.ts";
import { findTenant, lockTenant } from "../../tenants/index.ts";
import { cancelChecks, insertProbe, type Purpose, selectSentLately } from "./forwarding.queries.ts";

type Sending = Pick<Services, "jobs" | "settings">;

/**
 * Sends a mail to an address: to test whether the store's forwarding brings it back, or to check whether it is the store's
 * own, in place of any other that is asked about. Whose an address is already is found out only when it is proven to be the
 * store's: nobody learns here who else has it.
 */
export async function beginProbe(
  tx: TenantTx,
  services: Sending,
  { userId }: Actor,
  { purpose, address }: { purpose: Purpose; address: string },
): Promise<void> {
  if (purpose === "check" && (await findTenant(tx)).customSupportEmail === address) return;
  const domain = services.settings.mailDomain.toLowerCase();
  if (address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`)) throw fail("support_address_ours");
  // Those who ask at once are counted one after the other.
  await lockTenant(tx);
  await refuseTooMany(tx, address);
  if (purpose === "check") await cancelChecks(tx, { but: address });
  const id = newId();
  const kind = purpose === "test" ? "forwarding_test" : "address_check";
  const mailId = await queueProbe(tx, services, { kind, to: address, probeId: id });
  await insertProbe(tx, { id, purpose, address, mailId, askedBy: userId });
  const action = purpose === "test" ? "settings.forwarding-tested" : "settings.support-address-asked";
  await record(tx, userId, action, { id: null, label: address });
  await emit(tx, "forwarding.changed", {});
}

async function refuseTooMany(tx: TenantTx, address: string): Promise<void> {
  const { inHour, inDay, strangers } = await selectSentLately(tx);
  const isTooMany = inHour >= limits.forwardingTestsPerHour || inDay >= limits.forwardingTestsPerDay;
  const isOneMore = !strangers.includes(address) && strangers.length >= limits.forwardingAddressesPerDay;
  if (isTooMany || isOneMore) throw fail("too_many_forwarding_tests");
}

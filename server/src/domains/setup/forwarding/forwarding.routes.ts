import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { api } from "../../../platform/http/api.ts";
import type { ActorContext } from "../../../platform/http/context.ts";
import { beginProbe } from "./begin-probe.ts";
import { readForwarding } from "./read-forwarding.ts";
import { confirmAddress, removeAddress } from "./support-address.ts";

export const forwardingRoutes = {
  read: api.forwarding.read.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readForwarding(tx, services.settings)),
  ),
  test: api.forwarding.test.handler(({ context, input: { address } }) =>
    afterwards(context, (tx) => beginProbe(tx, context.services, context.actor, { purpose: "test", address })),
  ),
  addAddress: api.forwarding.addAddress.handler(({ context, input: { address } }) =>
    afterwards(context, (tx) => beginProbe(tx, context.services, context.actor, { purpose: "check", address })),
  ),
  confirmAddress: api.forwarding.confirmAddress.handler(
    async ({ context: { services, withTenant }, input: { token } }) => {
      const isTaken = !(await withTenant((tx) => confirmAddress(tx, services.settings, token)));
      if (isTaken) throw fail("support_address_taken");
      return withTenant((tx) => readForwarding(tx, services.settings));
    },
  ),
  removeAddress: api.forwarding.removeAddress.handler(({ context, input: { address } }) =>
    afterwards(context, (tx) => removeAddress(tx, context.actor, address)),
  ),
};

/** Does some work, and returns the whole state afterwards. */
function afterwards({ services, withTenant }: ActorContext, work: (tx: TenantTx) => Promise<void>) {
  return withTenant(async (tx) => {
    await work(tx);
    return readForwarding(tx, services.settings);
  });
}

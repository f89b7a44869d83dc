import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";

/** Fails where an address is the store's own: whose it became would be answered at the desk itself. */
export async function refuseOwn(tx: TenantTx, email: string): Promise<void> {
  const own = await tx
    .selectFrom("inbound_addresses")
    .select("address")
    .where("address", "=", email)
    .executeTakeFirst();
  if (own) throw fail("input_invalid", { fields: { email: [`${email} is an address of this store`] } });
}

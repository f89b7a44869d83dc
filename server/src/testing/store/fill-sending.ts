import { countSent } from "../../domains/outgoing/sending/quotas.queries.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** What a store has of its own about sending mail: a day's count, and a domain with its key. */
export async function fillSending(tx: TenantTx, secret: string): Promise<void> {
  await countSent(tx, "first", 1_000);
  await tx
    .insertInto("sender_domains")
    .values({ domain: `${secret}.example`, selector: "s", public_key: secret, private_key: Buffer.from(secret) })
    .execute();
}

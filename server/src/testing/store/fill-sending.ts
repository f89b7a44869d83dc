import { countForStore } from "../../domains/intake/capacity/capacity.queries.ts";
import { lockRawMailDays } from "../../domains/intake/capacity/raw.queries.ts";
import { countSent } from "../../domains/outgoing/sending/quotas.queries.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Adds a store's own mail settings and counts: a day's mails in and out, how long they are kept, and a domain with its
 * key.
 */
export async function fillSending(tx: TenantTx, secret: string): Promise<void> {
  await countSent(tx, "first", 1_000);
  const most = { bytes: 1_000, mails: 1_000, lately: 1_000 };
  await countForStore(tx, { bytes: 1, mails: 1, strangers: 1 }, { store: most, strangers: most });
  await lockRawMailDays(tx);
  await tx
    .insertInto("sender_domains")
    .values({ domain: `${secret}.example`, selector: "s", public_key: secret, private_key: Buffer.from(secret) })
    .execute();
}

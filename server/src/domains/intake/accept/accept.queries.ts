import type { Insertable } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { asTenantId, type Db, enterTenant, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { inChunks } from "../../../platform/storage/chunks.ts";
import type { CollectedMail } from "./collect-mail.ts";

type NewLogEntry = Insertable<Database["mail_log"]> & { id: string };

/** Stores a mail's bytes and its log entries, one for each tenant it is for, calling `afterEach` within each tenant, all in one transaction. */
export async function storeMail(
  db: Db,
  raw: CollectedMail,
  entries: readonly (readonly [TenantId, NewLogEntry])[],
  afterEach: (tx: TenantTx, entryId: string) => Promise<void>,
): Promise<void> {
  const [first, ...others] = entries;
  if (!first) throw new TypeError("A mail is stored for at least one tenant");
  await db.withTenant(first[0], async (tx) => {
    await storeFirst(tx, raw, first[1]);
    await afterEach(tx, first[1].id);
    for (const [tenant, entry] of others) {
      const next = await enterTenant(tx, tenant);
      await next.insertInto("mail_log").values(entry).execute();
      await afterEach(next, entry.id);
    }
  });
}

async function storeFirst(tx: TenantTx, { size, small, open }: CollectedMail, entry: NewLogEntry): Promise<void> {
  const { raw_mail_id } = entry;
  if (small) {
    // One round trip instead of three: nearly every mail is small and for one tenant.
    await tx
      .with("raw", (cte) => cte.insertInto("raw_mails").values({ id: raw_mail_id, size }))
      .with("chunk", (cte) => cte.insertInto("raw_mail_chunks").values({ raw_mail_id, position: 0, bytes: small }))
      .insertInto("mail_log")
      .values(entry)
      .execute();
    return;
  }
  await tx.insertInto("raw_mails").values({ id: raw_mail_id, size }).execute();
  let position = 0;
  for await (const bytes of inChunks(open())) {
    await tx.insertInto("raw_mail_chunks").values({ raw_mail_id, position, bytes }).execute();
    position += 1;
  }
  await tx.insertInto("mail_log").values(entry).execute();
}

/** The active tenant that a verified inbound address belongs to. */
export function findActiveTenantOf(db: Db, address: string): Promise<TenantId | null> {
  return db.withoutTenant(async (tx) => {
    const found = await tx
      .selectFrom("inbound_addresses")
      .select("client_id")
      .where("address", "=", address)
      .where("is_verified", "=", true)
      .executeTakeFirst();
    if (!found) return null;
    const tenant = asTenantId(found.client_id);
    const tenantTx = await enterTenant(tx, tenant);
    const { status } = await tenantTx.selectFrom("clients").select("status").executeTakeFirstOrThrow();
    return status === "active" ? tenant : null;
  });
}

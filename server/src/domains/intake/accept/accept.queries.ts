import { asTenantId, type Db, enterTenant, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { inChunks } from "../../../platform/storage/chunks.ts";
import type { CollectedMail } from "./collect-mail.ts";

export type NewLogEntry = {
  tenant: TenantId;
  id: string;
  via: "smtp" | "webhook";
  envelopeFrom: string;
  envelopeTo: string;
};

/** Stores a mail's bytes and its log entries, calling `afterEach` within each tenant, all in one transaction. */
export async function storeMail(
  db: Db,
  rawId: string,
  raw: CollectedMail,
  entries: NewLogEntry[],
  afterEach: (tx: TenantTx, entryId: string) => Promise<void>,
): Promise<void> {
  const [first, ...others] = entries;
  if (!first) throw new TypeError("A mail is stored for at least one tenant");
  await db.withTenant(first.tenant, async (tx) => {
    if (raw.small) {
      await storeSmall(tx, rawId, raw.small, first);
    } else {
      await storeLarge(tx, rawId, raw);
      await tx.insertInto("mail_log").values(row(rawId, first)).execute();
    }
    await afterEach(tx, first.id);
    for (const entry of others) {
      const next = await enterTenant(tx, entry.tenant);
      await next.insertInto("mail_log").values(row(rawId, entry)).execute();
      await afterEach(next, entry.id);
    }
  });
}

// One round trip instead of three: nearly every mail is small and for one tenant.
async function storeSmall(tx: TenantTx, rawId: string, bytes: Buffer, entry: NewLogEntry): Promise<void> {
  await tx
    .with("raw", (cte) => cte.insertInto("raw_mails").values({ id: rawId, size: bytes.length }))
    .with("chunk", (cte) => cte.insertInto("raw_mail_chunks").values({ raw_mail_id: rawId, position: 0, bytes }))
    .insertInto("mail_log")
    .values(row(rawId, entry))
    .execute();
}

async function storeLarge(tx: TenantTx, rawId: string, raw: CollectedMail): Promise<void> {
  await tx.insertInto("raw_mails").values({ id: rawId, size: raw.size }).execute();
  let position = 0;
  for await (const bytes of inChunks(raw.open())) {
    await tx.insertInto("raw_mail_chunks").values({ raw_mail_id: rawId, position, bytes }).execute();
    position += 1;
  }
}

function row(rawId: string, entry: NewLogEntry) {
  return {
    id: entry.id,
    raw_mail_id: rawId,
    via: entry.via,
    envelope_from: entry.envelopeFrom,
    envelope_to: entry.envelopeTo,
  };
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

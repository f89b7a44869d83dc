import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const columns = [
  "raw_mail_days as rawMailDays",
  "mail_bytes as mailBytes",
  "attachment_bytes as attachmentBytes",
  "resource_bytes as resourceBytes",
  "export_bytes as exportBytes",
  "counted_at as countedAt",
] as const;

/** What a store keeps, as far as somebody said or counted it. */
export function selectStorage(tx: TenantTx) {
  return tx.selectFrom("storage_settings").select(columns).executeTakeFirst();
}

/** Makes the tenant's row where there is none, locks it until the transaction ends, and returns how long raw mail is kept. */
export async function lockRawMailDays(tx: TenantTx): Promise<number | null> {
  await tx
    .insertInto("storage_settings")
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx.selectFrom("storage_settings").select("raw_mail_days").forUpdate().executeTakeFirstOrThrow();
  return row.raw_mail_days;
}

/** Sets how many days raw mail is kept, on the row that the caller has locked; null for good. */
export async function updateRawMailDays(tx: TenantTx, days: number | null): Promise<void> {
  await tx.updateTable("storage_settings").set({ raw_mail_days: days }).execute();
}

/** Whether what is in use was counted in the last minutes. */
export async function isCountedLately(tx: TenantTx, minutes: number): Promise<boolean> {
  const row = await tx
    .selectFrom("storage_settings")
    .select("client_id")
    .where("counted_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the bytes that the store has in use, and keeps the figures. A file of a resource is one, on however many tickets it is. */
export async function countStorage(tx: TenantTx): Promise<void> {
  const isOfResource = sql`f.id in (select file_id from knowledge_articles where file_id is not null
    union select file_id from knowledge_uploads)`;
  const { mail, resources, others, exports } = await tx
    .selectNoFrom([
      sql<number>`(select coalesce(sum(r.size), 0)::bigint from raw_mails r
        where r.id in (select raw_mail_id from mail_log where raw_mail_id is not null))`.as("mail"),
      sql<number>`(select coalesce(sum(f.size), 0)::bigint from files f where ${isOfResource})`.as("resources"),
      sql<number>`(select coalesce(sum(f.size), 0)::bigint from files f where not ${isOfResource})`.as("others"),
      sql<number>`(select coalesce(sum(e.size), 0)::bigint from store_exports e)`.as("exports"),
    ])
    .executeTakeFirstOrThrow();
  const figures = {
    mail_bytes: mail,
    resource_bytes: resources,
    attachment_bytes: others,
    export_bytes: exports,
    counted_at: sql<string>`now()`,
  };
  await tx
    .insertInto("storage_settings")
    .values(figures)
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(figures))
    .execute();
}

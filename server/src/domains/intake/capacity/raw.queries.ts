import { Readable } from "node:stream";
import { limits } from "@deskhand/contract/limits";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { Question } from "../../../platform/questions.ts";
import { chunkSize } from "../../../platform/storage/files.ts";

/** Why a mail's raw bytes were removed while its log entry stays; `days` is how long an expired one was kept. */
type Removal = { why: "duplicate" | "deleted" } | { why: "expired"; days: number };

/**
 * Removes the raw bytes of log entries and returns the ids of the entries that had any. Bytes that another store's log refers
 * to stay for that store.
 */
export async function dropRaw(tx: TenantTx, ids: string[], removal: Removal): Promise<string[]> {
  const dropped = await tx
    .updateTable("mail_log")
    .from("raw_mails as raw")
    .set({
      raw_mail_id: null,
      raw_size: sql<number>`raw.size`,
      raw_removed: removal.why,
      raw_kept_days: removal.why === "expired" ? removal.days : null,
    })
    .whereRef("raw.id", "=", "mail_log.raw_mail_id")
    .where("mail_log.state", "<>", "received")
    .where("mail_log.id", "=", sql<string>`any(${ids}::uuid[])`)
    .returning(["mail_log.id", "raw.id as rawMailId"])
    .execute();
  const rawMails = dropped.map(({ rawMailId }) => rawMailId);
  if (rawMails.length > 0) {
    await tx.selectNoFrom(sql`delete_unused_raw_mails(${rawMails}::uuid[])`.as("deleted")).execute();
  }
  return dropped.map(({ id }) => id);
}

/** Mails that ended without a ticket, so a person's mail may be among them unseen. */
const unseenStates = ["loop_stopped", "quarantined", "failed"] as const;
const announcedBefore = sql<string>`now() - make_interval(days => ${limits.heldMailToldDays})`;

// A ticket in the archive no longer changes; a mail without a ticket is settled once it is finished.
function isSettled(before: Expression<string>): Expression<SqlBool> {
  return sql<boolean>`(ticket.id is null or (ticket.is_archived and ticket.updated_at < ${before}))`;
}

/** Returns a page of mails whose raw bytes are still there although they finished this many days ago; `isOver` says which may go. */
export function selectOldRaw(
  tx: TenantTx,
  { days, after, limit }: { days: number; after: { at: string; id: string }; limit: number },
) {
  const ago = sql<string>`now() - make_interval(days => ${days})`;
  return tx
    .selectFrom("mail_log")
    .leftJoin("support_tickets as ticket", (join) =>
      join.onRef("ticket.client_id", "=", "mail_log.client_id").onRef("ticket.id", "=", "mail_log.ticket_id"),
    )
    .select(["mail_log.id", sql<string>`mail_log.finished_at`.as("at")])
    .select((eb) =>
      eb
        .and([isSettled(ago), eb.or([eb("state", "not in", unseenStates), eb("end_told_at", "<", announcedBefore)])])
        .as("isOver"),
    )
    .where("mail_log.raw_mail_id", "is not", null)
    .where("mail_log.finished_at", "<", ago)
    .where(sql<boolean>`(mail_log.finished_at, mail_log.id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
    .orderBy("mail_log.finished_at")
    .orderBy("mail_log.id")
    .limit(limit)
    .execute();
}

/**
 * Marks held and failed mails whose raw bytes expire within two weeks as announced. Returns their number and the first expiry;
 * undefined as long as none expires within one week.
 */
export async function markExpiring(tx: TenantTx, days: number): Promise<{ mails: number; from: string } | undefined> {
  const before = (ahead: number) => sql<string>`now() - make_interval(days => ${Math.max(0, days - ahead)})`;
  const ending = (ahead: number) =>
    tx
      .selectFrom("mail_log as m")
      .leftJoin("support_tickets as ticket", "ticket.id", "m.ticket_id")
      .select("m.id")
      .where("m.state", "in", unseenStates)
      .where("m.raw_mail_id", "is not", null)
      .where("m.end_told_at", "is", null)
      .where("m.finished_at", "<", before(ahead))
      .where(isSettled(before(ahead)));
  if (!(await ending(limits.heldMailToldDays).limit(1).executeTakeFirst())) return undefined;
  const marked = tx
    .updateTable("mail_log")
    .set({ end_told_at: sql<string>`now()` })
    .where("id", "in", ending(2 * limits.heldMailToldDays))
    .returning("finished_at");
  return tx
    .with("marked", () => marked)
    .selectFrom("marked")
    .select((eb) => eb.fn.countAll<number>().as("mails"))
    .select(
      sql<string>`greatest(min(finished_at) + make_interval(days => ${days}), now() + make_interval(days => ${limits.heldMailToldDays}))`.as(
        "from",
      ),
    )
    .executeTakeFirstOrThrow();
}

/** Deletes up to `most` raw mails that no log entry refers to, and returns how many. */
export async function deleteOrphanedRaw(tx: TenantTx, most: number): Promise<number> {
  const { deleted } = await tx
    .selectNoFrom(sql<number>`delete_orphaned_raw_mails(${most}::int)`.as("deleted"))
    .executeTakeFirstOrThrow();
  return deleted;
}

const columns = [
  "raw_mail_days as rawMailDays",
  "mail_bytes as mailBytes",
  "attachment_bytes as attachmentBytes",
  "resource_bytes as resourceBytes",
  "export_bytes as exportBytes",
  "counted_at as countedAt",
] as const;

/** Returns the store's storage settings and last count; undefined if it has neither. */
export function selectStorage(tx: TenantTx) {
  return tx.selectFrom("storage_settings").select(columns).executeTakeFirst();
}

/** Locks the tenant's settings row, creating it if needed, and returns how many days raw mail is kept. */
export async function lockRawMailDays(tx: TenantTx): Promise<number | null> {
  await tx
    .insertInto("storage_settings")
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx.selectFrom("storage_settings").select("raw_mail_days").forUpdate().executeTakeFirstOrThrow();
  return row.raw_mail_days;
}

/** Sets how many days raw mail is kept, null for ever; the caller has locked the row. */
export async function updateRawMailDays(tx: TenantTx, days: number | null): Promise<void> {
  await tx.updateTable("storage_settings").set({ raw_mail_days: days }).execute();
}

/** Whether the storage was counted in the last minutes. */
export async function isCountedLately(tx: TenantTx, minutes: number): Promise<boolean> {
  const row = await tx
    .selectFrom("storage_settings")
    .select("client_id")
    .where("counted_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many bytes the kept exports of the store have, as a subquery. */
export const exportedBytes = new Question<() => RawBuilder<number>>("how large the kept exports are");

/** Counts the bytes that the store uses and saves the figures. A resource's file counts once, however many tickets have it. */
export async function countStorage(tx: TenantTx): Promise<void> {
  const isOfResource = sql`f.id in (select file_id from knowledge_articles where file_id is not null
    union select file_id from knowledge_uploads)`;
  const { mail, resources, others, exports } = await tx
    .selectNoFrom([
      sql<number>`(select coalesce(sum(r.size), 0)::bigint from raw_mails r
        where r.id in (select raw_mail_id from mail_log where raw_mail_id is not null))`.as("mail"),
      sql<number>`(select coalesce(sum(f.size), 0)::bigint from files f where ${isOfResource})`.as("resources"),
      sql<number>`(select coalesce(sum(f.size), 0)::bigint from files f where not ${isOfResource})`.as("others"),
      exportedBytes.answer().as("exports"),
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

/** Streams the raw bytes of a mail in the tenant's log, with one chunk in memory at a time. */
export function readRaw(db: Db, tenant: TenantId, rawMailId: string): Readable {
  return Readable.from(chunksOf(db, tenant, rawMailId), { objectMode: false });
}

async function* chunksOf(db: Db, tenant: TenantId, rawMailId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const bytes = await db.withTenant(tenant, (tx) => selectRawChunk(tx, rawMailId, position));
    if (!bytes) return;
    yield bytes;
    if (bytes.length < chunkSize) return;
  }
}

/** Returns one stored chunk of a raw mail. */
async function selectRawChunk(tx: TenantTx, rawMailId: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("raw_mail_chunks")
    .select("bytes")
    .where("raw_mail_id", "=", rawMailId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}

import { limits } from "@deskhand/contract/limits";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const blockColumns = [
  "id",
  "sender",
  "reason",
  "blocked_by_name as blockedBy",
  "blocked_at as blockedAt",
  "mails",
  "last_mail_at as lastMailAt",
] as const;

/** A removed block can be restored for this long. */
const restorable = sql<string>`now() - interval '1 day'`;

type BlockPage = { search: string; after: { at: string; id: string } | null; limit: number };

/** Returns blocked senders after a cursor, the newest first. */
export function selectBlocked(tx: TenantTx, { search, after, limit }: BlockPage) {
  return inForce(tx)
    .select(blockColumns)
    .$if(search !== "", (query) => query.where(sql<boolean>`position(${search.toLowerCase()} in sender) > 0`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(blocked_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("blocked_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
export type BlockedRow = Awaited<ReturnType<typeof selectBlocked>>[number];

/** Finds the block with exactly this name. */
export function selectBlock(tx: TenantTx, sender: string): Promise<BlockedRow | undefined> {
  return inForce(tx).select(blockColumns).where("sender", "=", sender).executeTakeFirst();
}

/** Locks a block by id, also one that was removed recently. */
export function lockBlock(tx: TenantTx, id: string) {
  return tx
    .selectFrom("blocked_senders")
    .select(blockColumns)
    .select(sql<boolean>`removed_at is not null`.as("isRemoved"))
    .where("id", "=", id)
    .where((eb) => eb.or([eb("removed_at", "is", null), eb("removed_at", ">", restorable)]))
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the list has reached its limit. */
export async function isListFull(tx: TenantTx): Promise<boolean> {
  const { count } = await inForce(tx)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count >= limits.blockedSenders;
}

/** Adds a sender to the list. */
export function insertBlock(
  tx: TenantTx,
  { id, sender, reason, userId }: { id: string; sender: string; reason: string; userId: string },
): Promise<BlockedRow> {
  return tx
    .insertInto("blocked_senders")
    .values((eb) => ({
      id,
      sender,
      reason,
      blocked_by: userId,
      blocked_by_name: eb.selectFrom("users").select("name").where("id", "=", userId).$asScalar().$notNull(),
    }))
    .returning(blockColumns)
    .executeTakeFirstOrThrow();
}

/** Takes a sender off the list, or puts them back. */
export async function setRemoved(tx: TenantTx, id: string, isRemoved: boolean): Promise<void> {
  await tx
    .updateTable("blocked_senders")
    .set({ removed_at: isRemoved ? sql<string>`now()` : null })
    .where("id", "=", id)
    .execute();
}

/** Deletes removed blocks that can no longer be restored. */
export async function forgetRemoved(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("blocked_senders").where("removed_at", "<", restorable).execute();
}

/** Deletes blocks, past and present, of a customer's addresses. */
export async function deleteBlocksOf(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .deleteFrom("blocked_senders")
    .where("sender", "=", sql<string>`any (addresses_of(${customerId}::uuid))`)
    .execute();
}

/**
 * Counts a mail on the nearest block among these names and returns its sender; undefined if none is in force any more.
 * The row lock makes concurrent counts and a removal wait for each other.
 */
export async function countBlocked(tx: TenantTx, names: string[]): Promise<string | undefined> {
  const nearest = blocksMatching(tx, names)
    .select("id")
    .orderBy(sql`array_position(${names}::text[], sender)`)
    .limit(1);
  const counted = await tx
    .updateTable("blocked_senders")
    .set((eb) => ({ mails: eb("mails", "+", 1), last_mail_at: sql<string>`now()` }))
    .where("id", "=", nearest)
    .where("removed_at", "is", null)
    .returning("sender")
    .executeTakeFirst();
  return counted?.sender;
}

/** Selects the blocks in force that match one of these names, or another address of the same customers. */
export function blocksMatching(tx: TenantTx, names: string[]) {
  const others = sql<string>`(select other.email from customer_addresses own
    join customer_addresses other on other.client_id = own.client_id and other.customer_id = own.customer_id
    where own.email = any(${names}::text[]))`;
  return inForce(tx).where((eb) =>
    eb.or([eb("sender", "=", sql<string>`any(${names}::text[])`), eb("sender", "in", others)]),
  );
}

function inForce(tx: TenantTx): SelectQueryBuilder<Database, "blocked_senders", object> {
  return tx.selectFrom("blocked_senders").where("removed_at", "is", null);
}

/** Returns the verified and sending addresses of the store, and those of its people, in lower case. */
export async function selectOwnAddresses(tx: TenantTx): Promise<{ store: string[]; staff: string[] }> {
  return tx
    .selectNoFrom([
      sql<string[]>`array(select address from inbound_addresses where client_id = ${tx.tenantId} and is_verified
        union select lower(sender_email) from email_settings where sender_email is not null)`.as("store"),
      sql<string[]>`array(select lower(email) from users)`.as("staff"),
    ])
    .executeTakeFirstOrThrow();
}

import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const shown = ["id", "sender", "mails", "named_by_name as namedBy", "named_at as namedAt"] as const;

/** Those who bring many people's mail, the newest first. */
export function selectShared(tx: TenantTx) {
  return tx.selectFrom("shared_senders").select(shown).orderBy("named_at", "desc").orderBy("id", "desc").execute();
}
export type SharedRow = Awaited<ReturnType<typeof selectShared>>[number];

/** Who has this very name, locked. */
export function lockShared(tx: TenantTx, sender: string): Promise<SharedRow | undefined> {
  return tx.selectFrom("shared_senders").select(shown).where("sender", "=", sender).forUpdate().executeTakeFirst();
}

/** Whether as many are named as may be. */
export async function isSharedFull(tx: TenantTx): Promise<boolean> {
  const { count } = await tx
    .selectFrom("shared_senders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count >= limits.sharedSenders;
}

/** Adds a sender to the list. */
export function insertShared(
  tx: TenantTx,
  { sender, mails, userId }: { sender: string; mails: number; userId: string },
): Promise<SharedRow> {
  return tx
    .insertInto("shared_senders")
    .values((eb) => ({
      id: newId(),
      sender,
      mails,
      named_by: userId,
      named_by_name: eb.selectFrom("users").select("name").where("id", "=", userId).$asScalar().$notNull(),
    }))
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Gives a sender of the list another number. */
export function updateShared(tx: TenantTx, id: string, mails: number): Promise<SharedRow> {
  return tx
    .updateTable("shared_senders")
    .set({ mails })
    .where("id", "=", id)
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Takes a sender off the list, and says who that was. */
export function deleteShared(tx: TenantTx, id: string): Promise<SharedRow | undefined> {
  return tx.deleteFrom("shared_senders").where("id", "=", id).returning(shown).executeTakeFirst();
}

/** Takes a customer's addresses off the list. */
export async function deleteSharedOf(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .deleteFrom("shared_senders")
    .where("sender", "=", sql<string>`any (addresses_of(${customerId}::uuid))`)
    .execute();
}

/** How many mails the nearest of these names that is on the list may bring. */
export function shareOf(tx: TenantTx, names: readonly string[]) {
  return tx
    .selectFrom("shared_senders")
    .select("mails")
    .where("sender", "=", sql<string>`any(${names}::text[])`)
    .orderBy(sql`array_position(${names}::text[], sender)`)
    .limit(1);
}

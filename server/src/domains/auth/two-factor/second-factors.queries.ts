import { type Selectable, sql, type Updateable } from "kysely";
import type { SecondFactorsTable } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export type SecondFactor = Selectable<SecondFactorsTable>;

/** A person's second factor, in use or being set up. */
export function selectSecondFactor(tx: TenantTx, userId: string): Promise<SecondFactor | undefined> {
  return tx.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** The same, locked until the transaction ends, so that a code counts once. */
export function lockSecondFactor(tx: TenantTx, userId: string): Promise<SecondFactor | undefined> {
  return tx.selectFrom("second_factors").selectAll().where("user_id", "=", userId).forUpdate().executeTakeFirst();
}

/** Stores the key a person is setting up, replacing an earlier attempt. */
export async function keepPendingSecret(tx: TenantTx, userId: string, secret: Buffer): Promise<void> {
  await tx
    .insertInto("second_factors")
    .values({ user_id: userId, pending_secret: secret, pending_since: sql`now()` })
    .onConflict((same) =>
      same.columns(["client_id", "user_id"]).doUpdateSet({ pending_secret: secret, pending_since: sql`now()` }),
    )
    .execute();
}

/** Changes a person's second factor; the time its setup began stays. */
export async function updateSecondFactor(
  tx: TenantTx,
  userId: string,
  change: Updateable<SecondFactorsTable>,
): Promise<void> {
  await tx.updateTable("second_factors").set(change).where("user_id", "=", userId).execute();
}

/** Ends all sessions of a person of the store, and trusts none of their browsers. */
export async function endSessionsOf(tx: TenantTx, userId: string): Promise<void> {
  await tx.selectNoFrom(sql`end_sessions_of(${userId})`.as("ended")).execute();
}

/** Deletes a person's second factor, also one being set up. */
export async function deleteSecondFactor(tx: TenantTx, userId: string): Promise<void> {
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
}

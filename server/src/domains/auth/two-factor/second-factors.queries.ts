import { type Selectable, sql, type Updateable } from "kysely";
import type { SecondFactorsTable } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export type SecondFactor = Selectable<SecondFactorsTable>;

/** A person's second factor, in use or being set up. */
export function selectSecondFactor(tx: TenantTx, userId: string): Promise<SecondFactor | undefined> {
  return tx.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** The same, and until this transaction ends no other one changes it: a code counts once, however many come at once. */
export function lockSecondFactor(tx: TenantTx, userId: string): Promise<SecondFactor | undefined> {
  return tx.selectFrom("second_factors").selectAll().where("user_id", "=", userId).forUpdate().executeTakeFirst();
}

/** Keeps what a person is setting up, in place of what they began before. */
export async function keepPendingSecret(tx: TenantTx, userId: string, secret: Buffer): Promise<void> {
  await tx
    .insertInto("second_factors")
    .values({ user_id: userId, pending_secret: secret, pending_since: sql`now()` })
    .onConflict((same) =>
      same.columns(["client_id", "user_id"]).doUpdateSet({ pending_secret: secret, pending_since: sql`now()` }),
    )
    .execute();
}

/** Changes a person's second factor; when it was begun to be set up stays. */
export async function updateSecondFactor(
  tx: TenantTx,
  userId: string,
  change: Updateable<SecondFactorsTable>,
): Promise<void> {
  await tx.updateTable("second_factors").set(change).where("user_id", "=", userId).execute();
}

/** Ends all sessions of somebody of the store, and trusts none of their browsers any more. */
export async function endSessionsOf(tx: TenantTx, userId: string): Promise<void> {
  await tx.selectNoFrom(sql`end_sessions_of(${userId})`.as("ended")).execute();
}

/** Takes a person's second factor away, with what they were setting up. */
export async function deleteSecondFactor(tx: TenantTx, userId: string): Promise<void> {
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
}

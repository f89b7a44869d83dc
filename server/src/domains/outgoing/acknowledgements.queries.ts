import { bareAddress } from "@deskhand/contract/addresses/address";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Whom an acknowledgement would go to, as the intake found them. */
export type Acknowledged = {
  email: string;
  /** Whether the mail proves that it is theirs. */
  isProven: boolean;
  /** The registered domain that their address is below. */
  organisation: string;
};

/**
 * Notes that somebody's new ticket is acknowledged now; false, and nothing changed, where that happened within the day. Whoever
 * asks for the same address at the same time waits for the first to commit, and is refused then.
 */
export async function claimAcknowledgement(
  tx: TenantTx,
  { email, isProven, organisation }: Acknowledged,
): Promise<boolean> {
  const dayAgo = sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`;
  const now = { sent_at: sql<string>`now()`, is_proven: isProven, organisation };
  const claimed = await tx
    .insertInto("acknowledgements")
    // Programs make up something new behind the plus each time.
    .values({ email: bareAddress(email), ...now })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "email"]).doUpdateSet(now).where("acknowledgements.sent_at", "<", dayAgo),
    )
    .returning("email")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** How many people were sent an acknowledgement today (UTC). */
export function countAcknowledgedToday(tx: TenantTx) {
  return tx
    .selectFrom("acknowledgements")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("is_proven", "=", false).as("unproven"),
    ])
    .where("sent_at", ">=", sql<string>`date_trunc('day', now(), 'UTC')`)
    .executeTakeFirstOrThrow();
}

/** How many people of an organisation were sent an acknowledgement within the hour. */
export async function countAcknowledgedOf(tx: TenantTx, organisation: string): Promise<number> {
  const row = await tx
    .selectFrom("acknowledgements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organisation", "=", organisation)
    .where("sent_at", ">", sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Forgets whom mails went to so long ago that they count no longer. */
export async function forgetAcknowledgements(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("acknowledgements")
    .where("sent_at", "<", sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`)
    .execute();
}

/** Forgets that acknowledgements went to a customer, whose addresses are still there. */
export async function eraseAcknowledged(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  const rows = await tx
    .selectFrom("customer_addresses")
    .select("email")
    .where("customer_id", "=", customerId)
    .execute();
  const bare = rows.map(({ email }) => bareAddress(email));
  await tx.deleteFrom("acknowledgements").where("email", "=", sql<string>`any(${bare}::text[])`).execute();
}

import { bareAddress } from "@deskhand/contract/addresses/address";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** The recipient of an acknowledgement, as the intake found them. */
export type AcknowledgementRecipient = {
  email: string;
  /** Whether the mail proves its sender. */
  isProven: boolean;
  /** The registered domain of their address. */
  organisation: string;
};

/**
 * Records that somebody gets an acknowledgement now; returns false, without a change, if they got one within the day. A concurrent call
 * for the same address waits for the first to commit, and then returns false.
 */
export async function claimAcknowledgement(
  tx: TenantTx,
  { email, isProven, organisation }: AcknowledgementRecipient,
): Promise<boolean> {
  const dayAgo = sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`;
  const now = { sent_at: sql<string>`now()`, is_proven: isProven, organisation, asked_rating: false };
  const claimed = await tx
    .insertInto("acknowledgements")
    // Programs invent a new plus suffix each time.
    .values({ email: bareAddress(email), ...now })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "email"])
        .doUpdateSet(now)
        .where(sql<boolean>`acknowledgements.sent_at < ${dayAgo} or acknowledgements.asked_rating`),
    )
    .returning("email")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Counts a request for a rating among the day's automatic mails; whoever had one within the day counts already. */
export async function countRatingRequest(
  tx: TenantTx,
  { email, isProven, organisation }: AcknowledgementRecipient,
): Promise<void> {
  const dayAgo = sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`;
  const now = { sent_at: sql<string>`now()`, is_proven: isProven, organisation, asked_rating: true };
  await tx
    .insertInto("acknowledgements")
    .values({ email: bareAddress(email), ...now })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "email"]).doUpdateSet(now).where("acknowledgements.sent_at", "<", dayAgo),
    )
    .execute();
}

/** Counts today's acknowledgements (UTC). */
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

/** Counts an organisation's acknowledgements within the last hour. */
export async function countAcknowledgedOf(tx: TenantTx, organisation: string): Promise<number> {
  const row = await tx
    .selectFrom("acknowledgements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organisation", "=", organisation)
    .where("sent_at", ">", sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Deletes records that no limit counts any more. */
export async function deleteAcknowledgements(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("acknowledgements")
    .where("sent_at", "<", sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`)
    .execute();
}

/** Deletes the records of a customer's acknowledgements, while their addresses still exist. */
export async function eraseAcknowledged(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  const rows = await tx
    .selectFrom("customer_addresses")
    .select("email")
    .where("customer_id", "=", customerId)
    .execute();
  const bare = rows.map(({ email }) => bareAddress(email));
  await tx.deleteFrom("acknowledgements").where("email", "=", sql<string>`any(${bare}::text[])`).execute();
}

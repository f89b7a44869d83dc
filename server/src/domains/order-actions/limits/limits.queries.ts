import type { ActionMode, OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { Money } from "@deskhand/contract/page";
import type { Role } from "@deskhand/contract/permissions";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** What a role may do of a kind, as stored. */
export type LimitRow = {
  role: Role;
  kind: OrderActionKind;
  mode: ActionMode;
  times: number | null;
  each: Money | null;
  day: Money | null;
  currency: string;
};

/** The store's own limits; none while it has the defaults. */
export async function selectLimits(tx: TenantTx): Promise<{ version: number; rows: LimitRow[] }> {
  const rows = await tx
    .selectFrom("order_limits")
    .select(["role", "kind", "mode", "times", "version", "currency"])
    .select(["each_amount as each", "day_amount as day"])
    .$castTo<LimitRow & { version: number }>()
    .execute();
  return { version: rows[0]?.version ?? 0, rows };
}

/** Replaces the store's limits. */
export async function replaceLimits(tx: TenantTx, version: number, rows: readonly LimitRow[]): Promise<void> {
  await tx.deleteFrom("order_limits").execute();
  await tx
    .insertInto("order_limits")
    .values(rows.map(({ each, day, ...row }) => ({ ...row, version, each_amount: each, day_amount: day })))
    .execute();
}

/** The currency of the store's newest order; null before the first. */
export async function selectOrderCurrency(tx: TenantTx): Promise<string | null> {
  const newest = await tx
    .selectFrom("shopify_orders")
    .select("currency")
    .orderBy("shopify_created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.currency ?? null;
}

/** What a person did within 24 hours, or approved. */
export type Use = {
  /** How many of the kind. */
  times: number;
  /** How many gave the customer something, or were refunds, and how much in the limits' currency. */
  refunds: number;
  amount: Money;
};

/** What a person did within 24 hours, or approved, of a kind and in money. */
export function selectUse(
  tx: TenantTx,
  userId: string,
  { kind, currency }: { kind: OrderActionKind; currency: string },
): Promise<Use> {
  return (
    tx
      .selectFrom("order_actions")
      .select([
        sql<number>`count(*) filter (where kind = ${kind})`.as("times"),
        sql<number>`count(*) filter (where kind = 'refund' or amount > 0)`.as("refunds"),
        sql<Money>`coalesce(sum(amount) filter (where currency = ${currency}), 0)::text`.as("amount"),
      ])
      .where("begun_at", ">", sql<string>`clock_timestamp() - interval '24 hours'`)
      // Approved, it counts for who approved it; what Shopify refused counts for nobody.
      .where(sql<boolean>`case when decided_by is null then by_id else decided_by end = ${userId}`)
      .where((eb) => eb.or([eb("by_id", "=", userId), eb("decided_by", "=", userId)]))
      .where("state", "in", ["planned", "sent", "looking", "done", "unknown"])
      .executeTakeFirstOrThrow()
  );
}

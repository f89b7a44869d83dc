import type { DoorRefusal } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { DoorReason } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { intakeLimits } from "../intake-limits.ts";

const today = sql<string>`(now() at time zone 'UTC')::date`;

/** Adds how often the door refused mail for the tenant to what is counted of the day. */
export async function addRefusals(tx: TenantTx, times: ReadonlyMap<DoorReason, number>): Promise<void> {
  await tx
    .insertInto("door_refusals")
    .values([...times].map(([reason, count]) => ({ day: today, reason, times: count })))
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day", "reason"])
        .doUpdateSet({ times: sql<number>`door_refusals.times + excluded.times` }),
    )
    .execute();
}

/** What the door refused today and in the last days, what is most of it first. */
export function selectRefusals(tx: TenantTx): Promise<DoorRefusal[]> {
  return tx
    .selectFrom("door_refusals")
    .select(["reason", sql<number>`coalesce(sum(times) filter (where day = ${today}), 0)::bigint`.as("today")])
    .select(sql<number>`sum(times)::bigint`.as("lately"))
    .where("day", ">", sql<string>`${today} - ${limits.doorDaysShown}::int`)
    .groupBy("reason")
    .orderBy("today", "desc")
    .orderBy("lately", "desc")
    .orderBy("reason")
    .execute();
}

/** Forgets what was refused on days that nobody asks about. */
export async function forgetRefusals(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("door_refusals")
    .where("day", "<", sql<string>`${today} - ${intakeLimits.refusalDays}::int`)
    .execute();
}

import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** A Monday, by the store's clocks, and the times of the mail that leaves on it and of the next one. */
export type DueWeek = { monday: string; nextAt: string; timeZone: string };

/** The last Monday on which it was eight by the store's clocks. */
export function selectDueWeek(tx: TenantTx, now: Date): Promise<DueWeek> {
  const monday = sql`date_trunc('week', (${now.toISOString()}::timestamptz at time zone time_zone) - interval '8 hours')`;
  return tx
    .selectFrom("clients")
    .select([
      sql<string>`to_char(${monday}, 'YYYY-MM-DD')`.as("monday"),
      sql<string>`(${monday} + interval '7 days 8 hours') at time zone time_zone`.as("nextAt"),
      "time_zone as timeZone",
    ])
    .executeTakeFirstOrThrow();
}

/** Whether somebody wants the weekly mail. */
export async function wantsWeeklyMail(tx: TenantTx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("weekly_mail_readers")
    .select("is_on as isOn")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.isOn ?? false;
}

/** Keeps whether somebody wants it. Who begins to want it gets the next one, and nobody gets a week twice. */
export async function keepChoice(tx: TenantTx, userId: string, isOn: boolean, monday: string): Promise<void> {
  await tx
    .insertInto("weekly_mail_readers")
    .values({ user_id: userId, is_on: isOn, told_week: monday })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id"]).doUpdateSet({
        is_on: isOn,
        told_week: sql<string>`case when weekly_mail_readers.is_on then weekly_mail_readers.told_week
          else greatest(weekly_mail_readers.told_week, excluded.told_week) end`,
      }),
    )
    .execute();
}

/** Takes those who want the mail of a Monday and have not got it: whoever is taken counts as told once this transaction ends. */
export function takeReaders(tx: TenantTx, monday: string): Promise<{ email: string }[]> {
  return tx
    .updateTable("weekly_mail_readers as r")
    .from("users as u")
    .set({ told_week: monday })
    .whereRef("u.client_id", "=", "r.client_id")
    .whereRef("u.id", "=", "r.user_id")
    .where("r.is_on", "=", true)
    .where("r.told_week", "<", monday)
    .where("u.is_active", "=", true)
    .where("u.invited_at", "is", null)
    .where("u.role", "in", ["supervisor", "admin"])
    .returning("u.email")
    .execute();
}

/** The addresses of those who may get it: who oversees the store now. */
export async function selectOverseers(tx: TenantTx): Promise<string[]> {
  const people = await tx
    .selectFrom("users")
    .select("email")
    .where("is_active", "=", true)
    .where("role", "in", ["supervisor", "admin"])
    .execute();
  return people.map(({ email }) => email);
}

/** How many customers wait for an answer now, and since which day of the store's clocks the longest of them does. */
export function selectWaiting(tx: TenantTx): Promise<{ waiting: number; waitingSince: string | null }> {
  return tx
    .selectNoFrom([
      sql<number>`(select coalesce(sum(delta), 0)::int from ticket_queue_deltas
        where is_waiting and not is_archived and not is_snoozed)`.as("waiting"),
      sql<
        string | null
      >`(select to_char(waiting_since at time zone (select time_zone from clients), 'YYYY-MM-DD') from ticket_places
        where not is_archived and not is_snoozed and waiting_since < 'infinity' order by waiting_since limit 1)`.as(
        "waitingSince",
      ),
    ])
    .executeTakeFirstOrThrow();
}

import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** When the store's newest mail came, tests of the forwarding aside; undefined where none ever did. */
export async function selectNewestMail(tx: TenantTx): Promise<string | undefined> {
  const row = await tx
    .selectFrom("mail_log")
    .select("received_at")
    .where("state", "<>", "forwarding_test")
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.received_at;
}

/** The hours in which mail came in so many days up to a moment, in order: each as its number since 1970. */
export async function selectMailHours(tx: TenantTx, until: string, days: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("mail_log")
    .select(sql<number>`floor(extract(epoch from received_at) / 3600)::int`.as("hour"))
    .distinct()
    .where("state", "<>", "forwarding_test")
    .where("received_at", "<=", until)
    .where("received_at", ">", sql<string>`${until}::timestamptz - make_interval(days => ${days})`)
    .orderBy("hour")
    .execute();
  return rows.map(({ hour }) => hour);
}

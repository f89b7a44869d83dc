import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const today = sql<string>`(now() at time zone 'UTC')::date`;

/** How many bytes a host brought today, and how many came for the tenant. */
export async function selectIntake(tx: TenantTx, host: string | null): Promise<{ host: number; store: number }> {
  const row = await tx
    .selectNoFrom((eb) => [
      eb.selectFrom("intake_hosts").select("bytes").where("host", "=", host).where("day", "=", today).as("host"),
      eb.selectFrom("intake_days").select("bytes").where("day", "=", today).as("store"),
    ])
    .executeTakeFirstOrThrow();
  return { host: row.host ?? 0, store: row.store ?? 0 };
}

/**
 * Counts the bytes that hosts bring; false where one of them would then have brought more than `most`. The caller undoes it then.
 * What a count is worth does not need a disk that has it for certain: a crash forgets a moment of it.
 */
export async function countHosts(tx: TenantTx, bytesOf: ReadonlyMap<string, number>, most: number): Promise<boolean> {
  await sql`set local synchronous_commit = off`.execute(tx);
  const hosts = [...bytesOf].map(([host, bytes]) => ({ host, bytes, day: today }));
  if (hosts.length === 0) return true;
  if (hosts.some(({ bytes }) => bytes > most)) return false;
  // In one order, so that two who count the same hosts never wait for each other.
  const counted = await tx
    .insertInto("intake_hosts")
    .values(hosts.sort((one, other) => (one.host < other.host ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(["host", "day"])
        .doUpdateSet({ bytes: sql<number>`intake_hosts.bytes + excluded.bytes` })
        .where(sql<number>`intake_hosts.bytes + excluded.bytes`, "<=", most),
    )
    .returning("host")
    .execute();
  return counted.length === hosts.length;
}

/** Counts bytes that come for the tenant; false, and nothing counted, where it would then have got more than `most`. */
export async function countForStore(tx: TenantTx, { bytes, most }: { bytes: number; most: number }): Promise<boolean> {
  if (bytes > most) return false;
  const counted = await tx
    .insertInto("intake_days")
    .values({ day: today, bytes })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day"])
        .doUpdateSet({ bytes: sql<number>`intake_days.bytes + excluded.bytes` })
        .where(sql<number>`intake_days.bytes + excluded.bytes`, "<=", most),
    )
    .returning("day")
    .execute();
  return counted.length > 0;
}

/** Notes that mail for the tenant is refused for the rest of the day; false where that was noted before. */
export async function noteRefused(tx: TenantTx, why: "store" | "host"): Promise<boolean> {
  const column = why === "store" ? "store_refused_at" : "host_refused_at";
  const noted = await tx
    .insertInto("intake_days")
    .values({ day: today, [column]: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day"])
        .doUpdateSet({ [column]: sql`now()` })
        .where(`intake_days.${column}`, "is", null),
    )
    .returning("day")
    .execute();
  return noted.length > 0;
}

/** Forgets how much came for the tenant on days that are over, and what any host brought then. */
export async function forgetIntakeDays(tx: TenantTx): Promise<void> {
  const isOver = sql<boolean>`day < ${today} - 1`;
  await tx.deleteFrom("intake_days").where(isOver).execute();
  await tx.deleteFrom("intake_hosts").where(isOver).execute();
}

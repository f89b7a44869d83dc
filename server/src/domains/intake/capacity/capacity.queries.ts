import { limits } from "@deskhand/contract/limits";
import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Allowance } from "./allowances.ts";

const today = sql<string>`(now() at time zone 'UTC')::date`;
/** The start of the current interval of `mailMinutes`, which "lately" counts from. */
const lately = sql<string>`date_bin(make_interval(mins => ${limits.mailMinutes}), now(), '2000-01-01')`;

/** What came today and lately: from the host, from its network, for the tenant, from unknown networks, and from this known one. */
export type Usage = Record<"host" | "network" | "store" | "strangers" | "known", Allowance>;

/** Returns what has come so far. */
export async function selectUsage(
  tx: TenantTx,
  { host, network }: { host: string | null; network: string | null },
): Promise<Usage> {
  const sinceLately = (began: string) => sql<number>`case when ${sql.ref(began)} = ${lately} then lately else 0 end`;
  const hosts = await tx
    .selectFrom("intake_hosts")
    .select(["host", "bytes", "mails", sinceLately("lately_began").as("lately")])
    .where("host", "in", [host ?? "", network ?? ""])
    .where("day", "=", today)
    .execute();
  const day = await tx
    .selectFrom("intake_days")
    .select(["bytes", "mails", "strangers", sinceLately("lately_began").as("lately")])
    .where("day", "=", today)
    .executeTakeFirst();
  const known = await tx
    .selectFrom("intake_networks")
    .select([sql<number>`case when day = ${today} then mails else 0 end`.as("mails")])
    .select(sinceLately("lately_began").as("lately"))
    .where("network", "=", network ?? "")
    .executeTakeFirst();
  return {
    host: hosts.find((row) => row.host === host) ?? zero,
    network: hosts.find((row) => row.host === network && network !== host) ?? zero,
    store: day ? { bytes: day.bytes, mails: day.mails, lately: 0 } : zero,
    strangers: day ? { bytes: 0, mails: day.strangers, lately: day.lately } : zero,
    known: known ? { bytes: 0, ...known } : zero,
  };
}

const zero: Allowance = { bytes: 0, mails: 0, lately: 0 };

/**
 * Counts what hosts or networks bring. Returns false if one of them would exceed `most`; the caller then rolls back.
 */
export async function countSources(
  tx: TenantTx,
  sources: ReadonlyMap<string, { bytes: number; mails: number }>,
  most: Allowance,
): Promise<boolean> {
  if (sources.size === 0) return true;
  const rows = [...sources].map(([host, { bytes, mails }]) => ({
    host,
    bytes,
    mails,
    day: today,
    lately: mails,
    lately_began: lately,
  }));
  if (rows.some(({ bytes, mails }) => bytes > most.bytes || mails > most.mails || mails > most.lately)) return false;
  // Sorted, so that two transactions that count the same hosts cannot deadlock.
  const counted = await tx
    .insertInto("intake_hosts")
    .values(rows.sort((one, other) => (one.host < other.host ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(["host", "day"])
        .doUpdateSet({
          bytes: sql<number>`intake_hosts.bytes + excluded.bytes`,
          mails: sql<number>`intake_hosts.mails + excluded.mails`,
          lately: latelyOf("intake_hosts"),
          lately_began: sql<string>`excluded.lately_began`,
        })
        .where(sql<number>`intake_hosts.bytes + excluded.bytes`, "<=", most.bytes)
        .where(isWithin(sql<number>`intake_hosts.mails + excluded.mails`, most.mails))
        .where(isWithin(latelyOf("intake_hosts"), most.lately)),
    )
    .returning("host")
    .execute();
  return counted.length === rows.length;
}

/** A row's count for the current interval, plus what is added; an earlier interval's count is dropped. */
function latelyOf(table: "intake_hosts" | "intake_days") {
  const row = sql.table(table);
  return sql<number>`case when ${row}.lately_began = excluded.lately_began
    then ${row}.lately + excluded.lately else excluded.lately end`;
}

function isWithin(count: Expression<number>, most: number): Expression<SqlBool> {
  return sql<boolean>`${count} <= ${most}::bigint`;
}

type ForStore = { bytes: number; mails: number; strangers: number };

/** Counts mail for the tenant. Returns false, and counts nothing, if that would exceed `store` or `strangers`. */
export async function countForStore(
  tx: TenantTx,
  { bytes, mails, strangers }: ForStore,
  most: { store: Allowance; strangers: Allowance },
): Promise<boolean> {
  if (bytes > most.store.bytes || mails > most.store.mails || strangers > most.strangers.lately) return false;
  const counted = await tx
    .insertInto("intake_days")
    .values({ day: today, bytes, mails, strangers, lately: strangers, lately_began: lately })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day"])
        .doUpdateSet({
          bytes: sql<number>`intake_days.bytes + excluded.bytes`,
          mails: sql<number>`intake_days.mails + excluded.mails`,
          strangers: sql<number>`intake_days.strangers + excluded.strangers`,
          lately: latelyOf("intake_days"),
          lately_began: sql<string>`excluded.lately_began`,
        })
        .where(sql<number>`intake_days.bytes + excluded.bytes`, "<=", most.store.bytes)
        .where(isWithin(sql<number>`intake_days.mails + excluded.mails`, most.store.mails))
        // Mail from known networks still passes when strangers have used up their share.
        .where((eb) =>
          eb.or([
            sql<boolean>`excluded.strangers = 0`,
            eb.and([
              isWithin(sql<number>`intake_days.strangers + excluded.strangers`, most.strangers.mails),
              isWithin(latelyOf("intake_days"), most.strangers.lately),
            ]),
          ]),
        ),
    )
    .returning("day")
    .execute();
  return counted.length > 0;
}

/** Counts mail from a network that the tenant knows. Returns false, and counts nothing, if that would exceed `most`. */
export async function countKnown(tx: TenantTx, network: string, mails: number, most: Allowance): Promise<boolean> {
  const ofDay = sql<number>`case when day = ${today} then mails else 0 end + ${mails}::int`;
  const recently = sql<number>`case when lately_began = ${lately} then lately else 0 end + ${mails}::int`;
  const counted = await tx
    .updateTable("intake_networks")
    .set({ day: today, mails: ofDay, lately: recently, lately_began: lately })
    .where("network", "=", network)
    .where(isWithin(ofDay, most.mails))
    .where(isWithin(recently, most.lately))
    .returning("network")
    .execute();
  return counted.length > 0;
}

const refusedAt = {
  store: "store_refused_at",
  host: "host_refused_at",
  strangers: "strangers_refused_at",
  known: "strangers_refused_at",
} as const;

/** Records that mail for the tenant is refused; false if that was recorded earlier on the same day. */
export async function recordRefusal(tx: TenantTx, why: keyof typeof refusedAt): Promise<boolean> {
  const column = refusedAt[why];
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

/** Deletes counts of earlier days, both the tenant's and those of all hosts. */
export async function forgetIntakeDays(tx: TenantTx): Promise<void> {
  const isOver = sql<boolean>`day < ${today} - 1`;
  await tx.deleteFrom("intake_days").where(isOver).execute();
  await tx.deleteFrom("intake_hosts").where(isOver).execute();
}

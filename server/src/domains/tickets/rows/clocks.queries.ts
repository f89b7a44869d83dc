import type { ClockName } from "@deskhand/contract/targets/clock";
import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** What people and rules were told of a clock. */
export type ToldOfClock = "nothing" | "at_risk" | "breached";

/** A ticket's clock as lists read it (`ticket_clocks`). Until when it runs is a later domain's to say. */
export type TicketClock = {
  ticketId: string;
  clock: ClockName;
  policyId: string;
  beganAt: string;
  dueAt: string | null;
  riskAt: string | null;
  isPaused: boolean;
  leftMs: number | null;
  told: ToldOfClock;
  /** When something is to be told of it next. */
  tellsAt: string | null;
};

const columns = {
  ticket_id: "uuid",
  clock: "text",
  policy_id: "uuid",
  began_at: "timestamptz",
  due_at: "timestamptz",
  risk_at: "timestamptz",
  is_paused: "boolean",
  left_ms: "bigint",
  told: "text",
  tells_at: "timestamptz",
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

/** Gives tickets these clocks and no others, and their places in the order by what is due next; in one statement. */
export async function setClocks(
  tx: TenantTx,
  ticketIds: readonly string[],
  clocks: readonly TicketClock[],
): Promise<void> {
  const rows = clocks.map((clock) => ({
    ticket_id: clock.ticketId,
    clock: clock.clock,
    policy_id: clock.policyId,
    began_at: clock.beganAt,
    due_at: clock.dueAt,
    risk_at: clock.riskAt,
    is_paused: clock.isPaused,
    left_ms: clock.leftMs,
    told: clock.told,
    tells_at: clock.tellsAt,
  }));
  const given = givenRows(columns, rows);
  const nextDue = sql<string>`coalesce((select min(given.due_at) from ${given} where given.ticket_id = p.ticket_id), 'infinity')`;
  await tx
    .with("gone", (db) =>
      db
        .deleteFrom("ticket_clocks as k")
        .where("k.ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
        .where(
          sql<boolean>`not exists (select from ${given} where given.ticket_id = k.ticket_id and given.clock = k.clock)`,
        ),
    )
    .with("kept", (db) =>
      db
        .insertInto("ticket_clocks")
        .columns(names)
        .expression((eb) => eb.selectFrom(given).select(names.map((name) => sql.ref<never>(`given.${name}`).as(name))))
        .onConflict((conflict) =>
          conflict
            .columns(["client_id", "ticket_id", "clock"])
            .doUpdateSet((eb) => Object.fromEntries(names.map((name) => [name, eb.ref(`excluded.${name}`)]))),
        ),
    )
    .updateTable("ticket_places as p")
    .set({ due_at: nextDue })
    .where("p.ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .where("p.due_at", "!=", nextDue)
    .execute();
}

/** A clock of which something is to be told. */
export type ToldClock = {
  ticketId: string;
  clock: ClockName;
  level: Exclude<ToldOfClock, "nothing">;
  assignedTo: string | null;
};

/** Takes clocks of which something is to be told, the longest due first; one whose ticket somebody is changing right now is left. */
export function takeToldClocks(tx: TenantTx, most: number): Promise<ToldClock[]> {
  return tx
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("ticket_clocks as k")
          .innerJoin("support_tickets as t", (join) =>
            join.onRef("t.client_id", "=", "k.client_id").onRef("t.id", "=", "k.ticket_id"),
          )
          .select(["k.ticket_id", "k.clock"])
          .select(
            sql<string | null>`(select u.id from users u
              where u.client_id = t.client_id and u.id = t.assigned_to and u.is_active)`.as("assigned_to"),
          )
          // A machine that slept past both tells only the breach.
          .select(sql<ToldClock["level"]>`case when k.due_at <= now() then 'breached' else 'at_risk' end`.as("level"))
          .where("k.tells_at", "<=", sql<string>`now()`)
          .orderBy("k.tells_at")
          .limit(most)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable("ticket_clocks as k")
    .from("due")
    .set({
      told: sql<ToldOfClock>`due.level`,
      tells_at: sql<string | null>`case due.level when 'at_risk' then k.due_at end`,
    })
    .whereRef("k.ticket_id", "=", "due.ticket_id")
    .whereRef("k.clock", "=", "due.clock")
    .returning(["k.ticket_id as ticketId", "k.clock", "due.level", "due.assigned_to as assignedTo"])
    .$castTo<ToldClock>()
    .execute();
}

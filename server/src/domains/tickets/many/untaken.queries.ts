import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Answers how many open tickets people have, by the counter of queues. */
export function countOpenTickets(): RawBuilder<{ person: string; open: number }> {
  return sql`(select q.assigned_to as person, sum(q.delta)::int as open from ticket_queue_deltas q
    where q.assigned_to is not null and not q.is_archived and not q.is_snoozed group by 1)`;
}

/** The next active tickets of a person after one of them, in the order of their ids. */
export async function selectActiveOf(tx: TenantTx, userId: string, after: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where("assigned_to", "=", userId)
    .where("is_archived", "=", false)
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

const untaken = (tx: TenantTx) =>
  tx
    .selectFrom("untaken_tickets as w")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "w.client_id").onRef("t.id", "=", "w.ticket_id"),
    )
    .where("t.is_snoozed", "=", false);

/** Tickets of these teams that nobody has, the longest waiting first. */
export async function selectUntaken(tx: TenantTx, teamIds: readonly string[], most: number): Promise<string[]> {
  const rows = await untaken(tx)
    .select("t.id")
    .where("t.team_id", "=", sql<string>`any(${teamIds}::uuid[])`)
    .orderBy("w.since")
    .orderBy("t.id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Tickets of a team that nobody has taken for as long as it allows: how many, and which if it is one. */
export type Untaken = { teamId: string; team: string; tickets: number; ticketId: string | null };

/** Marks those as told of whose time is over, and returns them by team. */
export function tellUntaken(tx: TenantTx): Promise<Untaken[]> {
  return tx
    .with("due", () =>
      untaken(tx)
        .innerJoin("teams as g", (join) =>
          join.onRef("g.client_id", "=", "t.client_id").onRef("g.id", "=", "t.team_id"),
        )
        .select(["w.ticket_id", "g.id", "g.name"])
        .where("w.told_at", "is", null)
        .where("g.deleted_at", "is", null)
        .where("w.since", "<=", sql<string>`now() - make_interval(mins => g.tell_after_minutes)`)
        .forUpdate("w")
        .skipLocked(),
    )
    .with("told", (db) =>
      db
        .updateTable("untaken_tickets as u")
        .from("due")
        .set({ told_at: sql<string>`now()` })
        .whereRef("u.ticket_id", "=", "due.ticket_id")
        .returning(["due.ticket_id", "due.id", "due.name"]),
    )
    .selectFrom("told")
    .select(["id as teamId", "name as team", (eb) => eb.fn.countAll<number>().as("tickets")])
    .select(sql<string | null>`case when count(*) = 1 then min(ticket_id::text) end`.as("ticketId"))
    .groupBy(["id", "name"])
    .orderBy("name")
    .execute();
}

import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import type { IncidentState } from "@deskhand/contract/desk/incident-words";
import type { Incident, IncidentTicket } from "@deskhand/contract/desk/incidents";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

export type IncidentRow = Omit<Incident, "title">;

function shownIncidents(tx: TenantTx) {
  return tx
    .selectFrom("incidents as i")
    .leftJoin("users as m", (join) => join.onRef("m.client_id", "=", "i.client_id").onRef("m.id", "=", "i.made_by"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("ticket_incidents as j")
          .innerJoin("support_tickets as t", (join) =>
            join.onRef("t.client_id", "=", "j.client_id").onRef("t.id", "=", "j.ticket_id"),
          )
          .select([
            sql<number>`count(*)::int`.as("tickets"),
            sql<number>`count(distinct coalesce(t.customer_id, t.id))::int`.as("customers"),
            sql<string | null>`min(t.created_at)`.as("firstAt"),
            sql<string | null>`max(t.created_at)`.as("lastAt"),
          ])
          .whereRef("j.client_id", "=", "i.client_id")
          .whereRef("j.incident_id", "=", "i.id")
          .where("j.is_removed", "=", false)
          .where("t.merged_into_id", "is", null)
          .as("of"),
      (join) => join.onTrue(),
    )
    .select(["i.id", "i.sign", "i.usual", "i.found_at as foundAt", "m.name as madeBy"])
    .select(["of.tickets", "of.customers", "of.firstAt", "of.lastAt"])
    .select(sql<IncidentState>`i.state`.as("state"));
}

/** Incidents, newest first, from behind a place in that order on. */
export function selectIncidents(
  tx: TenantTx,
  { isClosed, after, most }: { isClosed: boolean; after: { at: string; id: string } | undefined; most: number },
): Promise<IncidentRow[]> {
  return shownIncidents(tx)
    .$if(!isClosed, (query) => query.where("i.state", "!=", "closed"))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(i.found_at, i.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("i.found_at", "desc")
    .orderBy("i.id", "desc")
    .limit(most)
    .execute();
}

/** One incident; undefined if there is none. */
export function selectIncident(tx: TenantTx, id: string): Promise<IncidentRow | undefined> {
  return shownIncidents(tx).where("i.id", "=", id).executeTakeFirst();
}

/** Whether the ticket of an alias belongs to an incident that is not closed. */
export function isTicketOfIncident(ticket: string) {
  return sql<boolean>`exists (select from ticket_incidents k
    join incidents i on i.client_id = k.client_id and i.id = k.incident_id
    where k.client_id = ${sql.ref(`${ticket}.client_id`)} and k.ticket_id = ${sql.ref(`${ticket}.id`)}
      and not k.is_removed and i.state <> 'closed')`;
}

/** The incidents that a ticket belongs to and that are not closed, newest first. */
export function selectIncidentsOf(tx: TenantTx, ticketId: string): Promise<IncidentRow[]> {
  return shownIncidents(tx)
    .where("i.state", "!=", "closed")
    .where(
      sql<boolean>`i.id in (select k.incident_id from ticket_incidents k where k.ticket_id = ${ticketId} and not k.is_removed)`,
    )
    .orderBy("i.found_at", "desc")
    .limit(5)
    .execute();
}

/** An incident's tickets, newest first. */
export function selectTicketsOfIncident(tx: TenantTx, incidentId: string): Promise<IncidentTicket[]> {
  return tx
    .selectFrom("ticket_incidents as i")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "i.client_id").onRef("t.id", "=", "i.ticket_id"),
    )
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .leftJoin("shopify_orders as o", (join) =>
      join.onRef("o.client_id", "=", "i.client_id").onRef("o.id", "=", "i.order_id"),
    )
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "i.client_id").onRef("u.id", "=", "i.joined_by"))
    .select(["t.id", "t.ticket_number as ticketNumber", "t.subject", "t.is_archived as isArchived"])
    .select(sql<IncidentTicket["status"]>`t.status`.as("status"))
    .select([
      sql<string | null>`coalesce(c.name, c.email)`.as("customerName"),
      "o.name as orderName",
      "t.created_at as createdAt",
      "u.name as joinedBy",
    ])
    .where("i.incident_id", "=", incidentId)
    .where("i.is_removed", "=", false)
    .where("t.merged_into_id", "is", null)
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .limit(incidentLimits.incidentTickets)
    .execute();
}

/** The incidents that were found and are not closed, or were within a day, each with what joined it last. */
export function selectCurrent(tx: TenantTx) {
  return tx
    .selectFrom("incidents as i")
    .select(["i.id", "i.sign", "i.other_signs as otherSigns", "i.state"])
    .select([
      sql<string | null>`(select max(t.created_at) from ticket_incidents k join support_tickets t on t.id = k.ticket_id
        where k.incident_id = i.id)`.as("lastAt"),
      sql<number>`(select count(*)::int from ticket_incidents k where k.incident_id = i.id)`.as("tickets"),
    ])
    .where("i.usual", "is not", null)
    .where(sql<boolean>`(i.state <> 'closed' or i.changed_at > now() - interval '1 day')`)
    .orderBy("i.found_at", "desc")
    .limit(200)
    .execute();
}

/** The incidents that tickets since a time are on, or were taken off, by ticket. */
export async function selectExplained(tx: TenantTx, since: Date): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("ticket_incidents as i")
    .innerJoin("incident_signs as s", (join) =>
      join.onRef("s.client_id", "=", "i.client_id").onRef("s.ticket_id", "=", "i.ticket_id"),
    )
    .select(["i.ticket_id", "i.incident_id"])
    .where("s.wrote_at", ">", since.toISOString())
    .execute();
  return new Map(rows.map(({ ticket_id, incident_id }) => [ticket_id, incident_id]));
}

/** Inserts an incident; false if there is one with the id. */
export async function insertIncident(
  tx: TenantTx,
  { id, sign, usual, madeBy }: { id: string; sign: string; usual: number | null; madeBy: string | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("incidents")
    .values({ id, sign, usual, made_by: madeBy })
    .onConflict((conflict) => conflict.columns(["client_id", "id"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Keeps what an incident's tickets share: the sign that its title names, and others. */
export async function updateSigns(
  tx: TenantTx,
  id: string,
  { sign, otherSigns }: { sign: string; otherSigns: readonly string[] },
): Promise<void> {
  await tx
    .updateTable("incidents")
    .set({ sign, other_signs: [...otherSigns] })
    .where("id", "=", id)
    .execute();
}

/** Who made an incident with an id; undefined if there is none. */
export function selectIncidentMaker(tx: TenantTx, id: string) {
  return tx.selectFrom("incidents").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** Sets an incident's state. */
export async function updateIncidentState(tx: TenantTx, id: string, state: IncidentState): Promise<void> {
  await tx.updateTable("incidents").set({ state, changed_at: sql`clock_timestamp()` }).where("id", "=", id).execute();
}

/** The tickets with these numbers. */
export function selectNumbered(tx: TenantTx, numbers: readonly number[]): Promise<{ id: string; number: number }[]> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as number"])
    .where("ticket_number", "=", sql<number>`any(${numbers}::int[])`)
    .execute();
}

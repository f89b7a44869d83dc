import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A ticket that is put on an incident, with the order that it was found by. */
export type JoiningTicket = { ticketId: string; orderId: string | null };

/**
 * Puts tickets on an incident, by a colleague or as found (`joinedBy` null). A ticket that somebody took off is put back by a colleague
 * only. What incidents are is a later domain's to say; lists filter by these rows.
 */
export async function putOnIncident(
  tx: TenantTx,
  incidentId: string,
  tickets: readonly JoiningTicket[],
  joinedBy: string | null,
): Promise<number> {
  if (tickets.length === 0) return 0;
  const rows = tickets.map(({ ticketId, orderId }) => ({ ticket_id: ticketId, order_id: orderId }));
  const given = givenRows({ ticket_id: "uuid", order_id: "uuid" } as const, rows);
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("ticket_incidents")
    .columns(["incident_id", "ticket_id", "order_id", "joined_by"])
    .expression((eb) =>
      eb
        .selectFrom(given)
        .select([
          sql<string>`${incidentId}::uuid`.as("incident_id"),
          "given.ticket_id",
          "given.order_id",
          sql<string | null>`${joinedBy}::uuid`.as("joined_by"),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "incident_id", "ticket_id"])
        .doUpdateSet({ is_removed: false, joined_by: joinedBy, joined_at: sql`clock_timestamp()` })
        .where("ticket_incidents.is_removed", "=", true)
        .where(sql<boolean>`${joinedBy}::uuid is not null`),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** Takes a ticket off an incident, for good as far as it is found. */
export async function takeOffIncident(tx: TenantTx, incidentId: string, ticketId: string): Promise<void> {
  await tx
    .updateTable("ticket_incidents")
    .set({ is_removed: true })
    .where("incident_id", "=", incidentId)
    .where("ticket_id", "=", ticketId)
    .execute();
}

/** Puts the ticket that another one was merged into on that one's incidents. */
export async function followMerge(
  tx: TenantTx,
  { ticketId: from, into }: { ticketId: string; into: string },
): Promise<void> {
  await tx
    .insertInto("ticket_incidents")
    .columns(["incident_id", "ticket_id", "order_id", "joined_by"])
    .expression((eb) =>
      eb
        .selectFrom("ticket_incidents as i")
        .select(["i.incident_id", sql<string>`${into}::uuid`.as("ticket_id"), "i.order_id", "i.joined_by"])
        .where("i.ticket_id", "=", from)
        .where("i.is_removed", "=", false),
    )
    .onConflict((conflict) => conflict.columns(["client_id", "incident_id", "ticket_id"]).doNothing())
    .execute();
}

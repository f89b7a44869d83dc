import { limits } from "@deskhand/contract/limits";
import type { TicketCard } from "@deskhand/contract/tickets";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { cardColumns } from "../list/ticket-card.queries.ts";
import { toTicketCard } from "../list/ticket-card.ts";

/** A ticket's customer, null for none; undefined where there is no such ticket. */
export async function selectCustomerOf(tx: TenantTx, ticketId: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom("support_tickets")
    .select("customer_id")
    .where("id", "=", ticketId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** The newest tickets of a customer, without one of them, as `reader` has them. */
export async function selectSiblings(
  tx: TenantTx,
  { customerId, exceptId, reader }: { customerId: string; exceptId: string; reader: string },
): Promise<TicketCard[]> {
  const rows = await tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .leftJoin("ticket_reads as r", (join) =>
      join.onRef("r.client_id", "=", "t.client_id").onRef("r.ticket_id", "=", "t.id").on("r.user_id", "=", reader),
    )
    .select(cardColumns)
    .where("t.customer_id", "=", customerId)
    .where("t.id", "!=", exceptId)
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .limit(limits.ticketsBeside)
    .execute();
  return rows.map(toTicketCard);
}

/** How many tickets a customer has, and when the first of them began. */
export function selectContacts(
  tx: TenantTx,
  customerId: string,
): Promise<{ total: number; firstContactAt: string | null }> {
  return tx
    .selectFrom("support_tickets")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .select(sql<string | null>`min(created_at)`.as("firstContactAt"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
}

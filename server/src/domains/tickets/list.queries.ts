import type { TicketFilter } from "@deskhand/contract/tickets";
import { archivedStatuses } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { TicketPlace } from "./ticket-cursor.ts";

type Filter = Omit<TicketFilter, "customer">;
type PageQuery = Filter & { customerId?: string | null | undefined; after: TicketPlace | null; limit: number };

/** The id of the customer with this e-mail address; null when there is none. */
export async function findCustomerId(tx: TenantTx, email: string): Promise<string | null> {
  const row = await tx.selectFrom("customers").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}

function ticketCards(tx: TenantTx) {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select([
      "t.id",
      "t.ticket_number",
      "t.subject",
      "t.preview",
      "t.status",
      "t.priority",
      "t.category",
      "t.labels",
      "t.customer_id",
      "c.name as customer_name",
      "c.email as customer_email",
      "t.assigned_to",
      "t.created_at",
      "t.updated_at",
      "t.due_date",
      "t.message_count",
      "t.attachment_count",
      "t.urgency",
    ])
    .orderBy("t.urgency", "desc")
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc");
}

export type TicketRow = Awaited<ReturnType<typeof selectTicketPage>>[number];

/** Up to `limit` tickets of a view after a place in the list's order. */
export function selectTicketPage(tx: TenantTx, { view, status, priority, category, after, limit }: PageQuery) {
  let query = ticketCards(tx)
    .where("t.is_archived", "=", view === "archive")
    .limit(limit);
  if (status?.length) query = query.where("t.status", "in", status);
  if (priority?.length) query = query.where("t.priority", "in", priority);
  if (category?.length) query = query.where("t.category", "in", category);
  if (after) {
    query = query.where(
      sql<boolean>`(t.urgency, t.created_at, t.id) < (${after.urgency}, ${after.createdAt}, ${after.id})`,
    );
  }
  return query.execute();
}

/** The tickets with these ids, in the list's order. */
export async function selectTicketsById(tx: TenantTx, ids: string[]) {
  return ids.length === 0 ? [] : ticketCards(tx).where("t.id", "=", sql<string>`any(${ids}::uuid[])`).execute();
}

/** The ids of up to `limit` tickets that a search finds after a place in the list's order. */
export async function searchTicketIds(tx: TenantTx, query: PageQuery): Promise<string[]> {
  const { view, status, priority, category, customerId, after, limit } = query;
  const search = query.search?.toLowerCase() ?? "";
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?0*(\d{1,9})$/.exec(search)?.[1];
  const { rows } = await sql<{ id: string }>`
    select search_tickets(
      ${pattern}, ${number ? Number(number) : null}::int, ${view === "archive"}::boolean,
      ${status?.length ? status : null}::text[], ${priority?.length ? priority : null}::text[],
      ${category?.length ? category : null}::text[], ${customerId ?? null}::uuid,
      ${after?.urgency ?? null}::smallint, ${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid,
      ${limit}::int) as id`.execute(tx);
  return rows.map((row) => row.id);
}

type Counts = { active: number; archived: number; matching: number };

/** How many tickets each view has, and how many of this view have the chosen statuses, priorities and categories. */
export async function countTickets(tx: TenantTx, { view, status, priority, category }: Filter): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(delta) filter (where not is_archived), 0)::int as active,
      coalesce(sum(delta) filter (where is_archived), 0)::int as archived,
      coalesce(sum(delta) filter (where is_archived = ${view === "archive"}
        and (${status ?? null}::text[] is null or status = any (${status ?? null}::text[]))
        and (${priority ?? null}::text[] is null or priority = any (${priority ?? null}::text[]))
        and (${category ?? null}::text[] is null or category = any (${category ?? null}::text[]))), 0)::int as matching
    from (select *, status = any (${[...archivedStatuses]}::text[]) as is_archived from ticket_count_deltas) as deltas
  `.execute(tx);
  return rows[0] ?? { active: 0, archived: 0, matching: 0 };
}

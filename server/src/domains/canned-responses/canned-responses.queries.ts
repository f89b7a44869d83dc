import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const columns = ["id", "title", "content", "category", "tags", "created_at", "updated_at"] as const;

type Row = Pick<CannedResponse, "id" | "title" | "content" | "category" | "tags"> & {
  created_at: string;
  updated_at: string;
};

function toCannedResponse({ created_at, updated_at, ...rest }: Row): CannedResponse {
  return { ...rest, createdAt: created_at, updatedAt: updated_at };
}

/** The active responses, by category and title. */
export async function selectActive(tx: TenantTx): Promise<CannedResponse[]> {
  const rows = await tx
    .selectFrom("canned_responses")
    .select(columns)
    .where("is_active", "=", true)
    .orderBy("category")
    .orderBy("title")
    .orderBy("id")
    .limit(limits.cannedResponses)
    .execute();
  return rows.map(toCannedResponse);
}

/** Lets one at a time add responses to the store, until the transaction ends. */
export async function lockAdding(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId}:canned-responses`}, 0))`.execute(tx);
}

/** How many active responses there are. */
export async function countActive(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom("canned_responses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** An active response; undefined when it was deleted. */
export async function selectResponse(tx: TenantTx, id: string): Promise<CannedResponse | undefined> {
  const row = await tx
    .selectFrom("canned_responses")
    .select(columns)
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return row && toCannedResponse(row);
}

/** Writes a new response; none is written when its id is taken. */
export async function insertResponse(
  tx: TenantTx,
  response: CannedResponseInput & { id: string; createdBy: string | null },
): Promise<void> {
  const { createdBy, ...fields } = response;
  await tx
    .insertInto("canned_responses")
    .values({ ...fields, created_by: createdBy, updated_by: createdBy })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes an active response anew if it is still as it was at a time; undefined when it is not. */
export async function updateResponse(
  tx: TenantTx,
  id: string,
  expectedUpdatedAt: string,
  fields: CannedResponseInput,
  updatedBy: string,
): Promise<CannedResponse | undefined> {
  const row = await tx
    .updateTable("canned_responses")
    .set({ ...fields, updated_by: updatedBy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("is_active", "=", true)
    .where("updated_at", "=", expectedUpdatedAt)
    .returning(columns)
    .executeTakeFirst();
  return row && toCannedResponse(row);
}

/** Hides a response; false when there is none, hidden or not. */
export async function hideResponse(tx: TenantTx, id: string, updatedBy: string): Promise<boolean> {
  const row = await tx
    .updateTable("canned_responses")
    .set({ is_active: false, updated_by: updatedBy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What is known about a ticket's customer; the order of theirs that the ticket names, or else their newest; and its newest
 * shipment that has a tracking number.
 */
export async function selectAbout(tx: TenantTx, ticketId: string) {
  const { rows } = await sql<AboutTicket>`
    select t.ticket_number, t.subject, c.name as customer_name, c.email as customer_email, s.store_name,
      o.name as order_name, o.total_price, o.currency, o.fulfillment_status, o.shopify_created_at as ordered_at,
      f.tracking_number, f.tracking_url, f.tracking_company
    from support_tickets t
    join clients s on s.id = t.client_id
    left join customers c on c.client_id = t.client_id and c.id = t.customer_id
    left join lateral (select * from shopify_orders where client_id = t.client_id and customer_id = t.customer_id
      order by t.subject || chr(10) || t.description ~ ('(^|[^[:alnum:]])'
          || regexp_replace(order_number, '([^[:alnum:]])', '\\\\\\1', 'g') || '($|[^[:alnum:]])') desc,
        shopify_created_at desc limit 1) o on true
    left join lateral (select * from shopify_order_fulfillments where client_id = t.client_id and order_id = o.id
      order by tracking_number is null, shopify_created_at desc limit 1) f on true
    where t.id = ${ticketId}`.execute(tx);
  return rows[0];
}

export type AboutTicket = {
  ticket_number: number;
  subject: string;
  customer_name: string | null;
  customer_email: string | null;
  store_name: string;
  order_name: string | null;
  total_price: number | null;
  currency: string | null;
  fulfillment_status: string | null;
  ordered_at: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  tracking_company: string | null;
};

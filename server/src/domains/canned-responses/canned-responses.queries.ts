import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const columns = [
  ...(["id", "title", "content", "category", "tags"] as const),
  ...(["created_at as createdAt", "updated_at as updatedAt"] as const),
] as const;

/** Selects the active responses, by category and title. */
export function selectActive(tx: TenantTx): Promise<CannedResponse[]> {
  return tx
    .selectFrom("canned_responses")
    .select(columns)
    .where("is_active", "=", true)
    .orderBy("category")
    .orderBy("title")
    .orderBy("id")
    .limit(limits.cannedResponses)
    .execute();
}

/** Counts the active responses. */
export async function countActive(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom("canned_responses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects an active response; undefined if it was deleted. */
export function selectResponse(tx: TenantTx, id: string): Promise<CannedResponse | undefined> {
  return tx
    .selectFrom("canned_responses")
    .select(columns)
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
}

/** Selects the titles of responses by their ids, also of deleted ones. */
export async function selectResponseTitles(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Map<string, { title: string; isDeleted: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("canned_responses")
    .select(["id", "title", "is_active"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, title, is_active }) => [id, { title, isDeleted: !is_active }]));
}

/** Selects the author of a response, deleted or not; undefined if no response ever had this id. */
export function selectMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("canned_responses").select("created_by as id").where("id", "=", id).executeTakeFirst();
}

/** Inserts a response, unless its id is taken. */
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

/** Updates an active response; undefined if it changed since `expectedUpdatedAt`. */
export function updateResponse(
  tx: TenantTx,
  id: string,
  expectedUpdatedAt: string,
  fields: CannedResponseInput,
  updatedBy: string,
): Promise<CannedResponse | undefined> {
  return tx
    .updateTable("canned_responses")
    .set({ ...fields, updated_by: updatedBy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("is_active", "=", true)
    .where("updated_at", "=", expectedUpdatedAt)
    .returning(columns)
    .executeTakeFirst();
}

/** Hides a response, which may be hidden already. Returns false if it does not exist. */
export async function hideResponse(tx: TenantTx, id: string, updatedBy: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("canned_responses")
    .set({ is_active: false, updated_by: updatedBy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects a ticket's facts for placeholders, with its customer and the order number that an agent set. */
export function selectTicketFacts(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets as t")
    .innerJoin("clients as s", "s.id", "t.client_id")
    .leftJoin("customers as c", "c.id", "t.customer_id")
    .leftJoin("ticket_orders as o", "o.ticket_id", "t.id")
    .select(["t.ticket_number", "t.subject", "t.customer_id", "c.name as customer_name", "c.email as customer_email"])
    .select(["s.store_name", "o.order_number as chosen_number"])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}
export type TicketFacts = NonNullable<Awaited<ReturnType<typeof selectTicketFacts>>>;

/** Selects the customer with an address; undefined if nobody has it. */
export function selectPerson(tx: TenantTx, email: string) {
  return tx
    .selectFrom("customer_addresses as a")
    .innerJoin("customers as c", "c.id", "a.customer_id")
    .select(["c.id", "c.name"])
    .where("a.email", "=", email)
    .executeTakeFirst();
}

/** Selects an order's facts for placeholders. */
export function selectOrderFacts(tx: TenantTx, orderId: string) {
  return tx
    .selectFrom("shopify_orders")
    .select(["name as order_name", "total_price", "currency", "fulfillment_status", "shopify_created_at as ordered_at"])
    .where("id", "=", orderId)
    .executeTakeFirst();
}
export type OrderFacts = NonNullable<Awaited<ReturnType<typeof selectOrderFacts>>>;

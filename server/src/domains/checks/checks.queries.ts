import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import type { ShownFinding } from "@deskhand/contract/checking/shown-findings";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Keeps what the writer of a reply was shown, in the order of the reply. */
export async function insertFindings(
  tx: TenantTx,
  messageId: string,
  userId: string,
  findings: readonly ShownFinding[],
): Promise<void> {
  await tx
    .insertInto("reply_findings")
    .values(
      findings.map(({ kind, written, right, outcome }, position) => ({
        message_id: messageId,
        position,
        user_id: userId,
        kind,
        written,
        right_value: right,
        outcome,
      })),
    )
    .execute();
}

interface ThreadFacts {
  customerId: string | null;
  email: string | null;
  storeName: string;
  /** The order number that a colleague saved for the ticket. */
  savedNumber: string | null;
  customerNames: string[];
  thread: ReplyFacts["thread"];
}

const read = { messages: 20, characters: 4_000 };

/** What a ticket's thread says, and who its customer is; undefined where there is no such ticket. */
export function selectThreadFacts(tx: TenantTx, ticketId: string): Promise<ThreadFacts | undefined> {
  const messages = sql<ReplyFacts["thread"]>`coalesce((
    select json_agg(json_build_object('isOurs', not is_from_customer, 'text', left(content, ${sql.lit(read.characters)}))
      order by created_at, id)
    from (select * from ticket_messages where ticket_id = t.id and message_type = 'email'
      order by created_at desc, id desc limit ${sql.lit(read.messages)}) m), '[]')`;
  // Whoever writes for the customer may be called by their own name.
  const names = sql<string[]>`array(
    select c.name where c.name is not null
    union select distinct author_name from ticket_messages
      where ticket_id = t.id and message_type = 'email' and is_from_customer and not is_automatic
    limit 10)`;
  return tx
    .selectFrom("support_tickets as t")
    .innerJoin("clients as s", "s.id", "t.client_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .leftJoin("ticket_orders as o", "o.ticket_id", "t.id")
    .select(["t.customer_id as customerId", "c.email", "s.store_name as storeName", "o.order_number as savedNumber"])
    .select([names.as("customerNames"), messages.as("thread")])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

/** The names on the addresses of orders. */
export async function selectNamesOnOrders(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const nameIn = (column: "shipping_address" | "billing_address") =>
    sql<string>`trim(concat_ws(' ', ${sql.ref(column)} ->> 'firstName', ${sql.ref(column)} ->> 'lastName'))`;
  const rows = await tx
    .selectFrom("shopify_orders")
    .select([nameIn("shipping_address").as("shipped"), nameIn("billing_address").as("billed")])
    .where("id", "in", ids)
    .execute();
  return [...new Set(rows.flatMap(({ shipped, billed }) => [shipped, billed]))].filter((name) => name !== "");
}

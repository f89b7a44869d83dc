import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const anyOf = (emails: readonly string[]) => sql<string>`any(${emails}::text[])`;

/** A customer's row with all their addresses, for the export. */
export function selectProfile(tx: TenantTx, id: string) {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email", "phone", "shopify_customer_id as shopifyCustomerId"])
    .select(sql<string[]>`addresses_of(id)`.as("emails"))
    .select(["total_orders as totalOrders", "total_spent as totalSpent", "last_order_date as lastOrderAt"])
    .select(["created_at as createdAt", "updated_at as updatedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * The ids of a customer's orders, newest first, including those without a customer that carry one of their addresses.
 */
export async function selectOrderIdsOf(tx: TenantTx, id: string, emails: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("shopify_orders")
    .select("id")
    .where((eb) =>
      eb.or([eb("customer_id", "=", id), eb.and([eb("customer_id", "is", null), eb("email", "=", anyOf(emails))])]),
    )
    .orderBy("shopify_created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** An order with everything that belongs to it, for the export. */
export function selectOrderToExport(tx: TenantTx, id: string) {
  return tx
    .selectFrom("shopify_orders as o")
    .select(["o.shopify_order_id as shopifyOrderId", "o.name", "o.email", "o.phone", "o.currency"])
    .select([
      sql<string | null>`o.total_price::text`.as("totalPrice"),
      sql<string>`o.total_refunded::text`.as("totalRefunded"),
      "o.sums",
    ])
    .select(["o.financial_status as financialStatus", "o.fulfillment_status as fulfillmentStatus"])
    .select(["o.shipping_address as shippingAddress", "o.billing_address as billingAddress"])
    .select(["o.shopify_created_at as createdAt", "o.paid_at as paidAt", "o.cancelled_at as cancelledAt"])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("shopify_order_line_items as i")
          .select(["i.title", "i.variant_title as variantTitle", "i.sku", "i.quantity", sql`i.price::text`.as("price")])
          .whereRef("i.order_id", "=", "o.id")
          .orderBy("i.position"),
      ).as("lineItems"),
      jsonArrayFrom(
        eb
          .selectFrom("shopify_order_fulfillments as f")
          .select(["f.status", "f.parcels", "f.tracking_number as trackingNumber", "f.shopify_created_at as createdAt"])
          .select((parcel) =>
            jsonArrayFrom(
              parcel
                .selectFrom("shopify_fulfillment_events as e")
                .select(["e.status", "e.message", "e.city", "e.province", "e.country", "e.happened_at as happenedAt"])
                .whereRef("e.fulfillment_id", "=", "f.id")
                .orderBy("e.happened_at"),
            ).as("events"),
          )
          .whereRef("f.order_id", "=", "o.id")
          .orderBy("f.shopify_created_at"),
      ).as("shipments"),
      jsonArrayFrom(
        eb
          .selectFrom("shopify_order_refunds as r")
          .select([sql`r.amount::text`.as("amount"), "r.refunded_at as refundedAt"])
          .whereRef("r.order_id", "=", "o.id")
          .orderBy("r.refunded_at"),
      ).as("refunds"),
    ])
    .where("o.id", "=", id)
    .executeTakeFirst();
}

/** The ids of a customer's tickets, oldest first, including those with mail from or to their addresses. */
export async function selectTicketIdsOf(tx: TenantTx, id: string, emails: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets as t")
    .select("t.id")
    .where((eb) =>
      eb.or([
        eb("t.customer_id", "=", id),
        sql<boolean>`t.id in (select ticket_id from ticket_messages where lower(author_email) = ${anyOf(emails)}
          union all select m.ticket_id from message_recipients r join ticket_messages m on m.id = r.message_id
            where r.email = ${anyOf(emails)} and not m.is_from_customer)`,
      ]),
    )
    .orderBy("t.ticket_number")
    .execute();
  return rows.map((row) => row.id);
}

/**
 * A ticket with conversation, notes and files, without what others exchanged with the store. Of another customer's
 * ticket, only what mail from these addresses added and what the store sent to them.
 */
export function selectTicketToExport(tx: TenantTx, id: string, customer: { id: string; emails: readonly string[] }) {
  const isTheirs = sql<boolean>`t.customer_id = ${customer.id}`;
  const isByOrTo = sql<boolean>`(lower(m.author_email) = ${anyOf(customer.emails)} or not m.is_from_customer and exists (
    select from message_recipients r where r.message_id = m.id and r.email = ${anyOf(customer.emails)}))`;
  return (
    tx
      .selectFrom("support_tickets as t")
      .select(["t.ticket_number as number", "t.status", "t.priority", "t.category", "t.labels as tags"])
      .select(["t.created_at as createdAt", sql<string>`case when ${isTheirs} then t.subject end`.as("subject")])
      // A merged ticket's messages are exported with the ticket it was merged into.
      .select(
        sql<number | null>`(select o.ticket_number from support_tickets o where o.id = t.merged_into_id)`.as(
          "mergedInto",
        ),
      )
      .select(
        sql<
          object | null
        >`(select json_build_object('askedAt', r.asked_at, 'score', r.score, 'comment', r.comment, 'ratedAt', r.rated_at)
          from ticket_ratings r where r.ticket_id = t.id and r.customer_id = ${customer.id})`.as("rating"),
      )
      .select((eb) => [
        jsonArrayFrom(
          eb
            .selectFrom("ticket_messages as m")
            .select(["m.message_type as kind", "m.author_name as author", "m.author_email as authorEmail"])
            .select("m.written_from as writtenFrom")
            .select([sql`coalesce(m.full_content, m.content)`.as("content"), "m.other_text as otherText", "m.enclosed"])
            .select("m.created_at as createdAt")
            .select([
              sql`case when m.list_email is not null
                then json_build_object('email', m.list_email, 'name', m.list_name) end`.as("list"),
              sql<string[]>`coalesce(m.unread_addresses, '{}')`.as("unreadAddresses"),
              sql<number>`coalesce(m.left_out_addresses, 0)`.as("leftOutAddresses"),
            ])
            .select((message) =>
              jsonArrayFrom(
                message
                  .selectFrom("message_recipients as r")
                  .select(["r.kind", "r.email", "r.name"])
                  .whereRef("r.message_id", "=", "m.id")
                  // A blind copy's recipient is shown only to that recipient and to the writer.
                  .where(
                    sql<boolean>`(r.kind <> 'bcc' or r.email = ${anyOf(customer.emails)} or lower(m.author_email) = ${anyOf(customer.emails)})`,
                  )
                  .orderBy("r.position"),
              ).as("recipients"),
            )
            .select((message) =>
              jsonArrayFrom(
                message
                  .selectFrom("reply_findings as f")
                  .select(["f.kind", "f.written", "f.right_value as right", "f.outcome"])
                  .whereRef("f.message_id", "=", "m.id")
                  .orderBy("f.position"),
              ).as("checkFindings"),
            )
            .whereRef("m.ticket_id", "=", "t.id")
            .where(sql<boolean>`(${isTheirs} and m.audience = 'customer' or ${isByOrTo})`)
            .orderBy("m.created_at")
            .orderBy("m.id"),
        ).as("messages"),
        jsonArrayFrom(
          eb
            .selectFrom("ticket_attachments as a")
            .leftJoin("ticket_messages as m", "m.id", "a.message_id")
            .select(["a.filename", "a.file_size as size", "a.content_type as type", "a.storage_path as url"])
            .whereRef("a.ticket_id", "=", "t.id")
            .where(sql<boolean>`(${isTheirs} and coalesce(m.audience = 'customer', true) or ${isByOrTo})`)
            .orderBy("a.created_at")
            .orderBy("a.id"),
        ).as("files"),
        jsonArrayFrom(
          eb
            .selectFrom("tracking_notes as n")
            .select(["n.content", "n.author_name as author", "n.created_at as createdAt"])
            .whereRef("n.ticket_id", "=", "t.id")
            .where(isTheirs)
            .orderBy("n.created_at"),
        ).as("trackingNotes"),
        sql<string | null>`(select s.order_number from ticket_orders s where s.ticket_id = t.id and ${isTheirs})`.as(
          "savedOrderNumber",
        ),
      ])
      .where("t.id", "=", id)
      .executeTakeFirst()
  );
}

/** The mail log of a customer and of their conversations, oldest first; raw mail can be downloaded while it is kept. */
export function selectMailsToExport(tx: TenantTx, id: string, emails: readonly string[]) {
  return tx
    .selectFrom("mail_log as l")
    .select(["l.subject", "l.envelope_from as from", "l.envelope_to as to", "l.state", "l.received_at as receivedAt"])
    .select(
      sql<string | null>`'/api/mail/log/' || case when l.raw_mail_id is not null then l.id end || '/raw'`.as("url"),
    )
    .where(
      sql<boolean>`(l.from_email = ${anyOf(emails)} or lower(l.envelope_from) = ${anyOf(emails)}
        or l.message_id in (select m.id from ticket_messages m join support_tickets t on t.id = m.ticket_id
          where t.customer_id = ${id} and m.audience = 'customer'))`,
    )
    .orderBy("l.received_at")
    .orderBy("l.id")
    .execute();
}

import type { SavedOrderNumber, StoreState, TicketCustomer, TrackingNote } from "@deskhand/contract/tracking";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectBranch } from "../../tickets/index.ts";
import type { Written } from "../parcels/changes-since.ts";

type Customer = Omit<TicketCustomer, "orders" | "currency">;

type TicketAbout = {
  id: string;
  isArchived: boolean;
  customer: Customer | null;
  store: StoreState | null;
  written: Written | null;
};

/** When the customer of the ticket `t` wrote, without automatic mail. */
const written = sql<Written | null>`(
  select case when count(*) > 0 then json_build_object('first', iso(min(created_at)), 'last', iso(max(created_at))) end
  from ticket_messages
  where ticket_id = t.id and message_type = 'email' and is_from_customer and not is_automatic)`;

/** Whether a mail on the ticket `t` may be from somebody other than its customer `c`. */
const isDoubted = sql<boolean>`(t.is_unverified or exists (
  select from ticket_messages m where m.ticket_id = t.id and m.message_type = 'email' and m.is_from_customer
    and not m.is_automatic and (m.is_unverified or m.written_from is not null or lower(m.author_email) <> all (addresses_of(c.id)))))`;

const customer = sql<Customer | null>`case when c.id is not null then json_build_object(
  'id', c.id, 'name', c.name, 'email', c.email, 'shopifyCustomerId', c.shopify_customer_id,
  'isVerified', c.shopify_customer_id is not null and not ${isDoubted},
  'totalOrders', c.total_orders, 'totalSpent', c.total_spent::text,
  'otherTickets', (select count(*) from support_tickets where customer_id = c.id and id <> t.id)) end`;

const store = sql<StoreState | null>`(
  select json_build_object('state', case when revoked_at is null then 'connected' else 'revoked' end,
    'shopDomain', shop_domain, 'lastSyncedAt', iso(last_synced_at), 'revokedAt', iso(revoked_at))
  from shopify_stores)`;

/** A ticket's customer and order number; undefined where there is no such ticket. */
export function selectTicketAbout(tx: TenantTx, ticketId: string): Promise<TicketAbout | undefined> {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select(["t.id", "t.is_archived as isArchived", customer.as("customer")])
    .select([store.as("store"), written.as("written")])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

type Texts = { notes: string[]; messages: string[] };

const maxTexts = 20;

/**
 * The newest texts of a ticket that may contain data written by a store's integration, the newest last in each list.
 */
export async function selectStoreTexts(tx: TenantTx, ticketId: string): Promise<Texts> {
  const rows = await tx
    .selectFrom("ticket_messages")
    .select(["content", "message_type"])
    .where("ticket_id", "=", ticketId)
    .where(sql<boolean>`case message_type
      when 'internal' then content like 'SHOPIFY\\_INTEGRATION\\_DATA:%' or content like '%SHOPIFY CUSTOMER INFORMATION:%'
      else content ~ '(^|\\n)[ \\t]{0,10}Order[ \\t]' end`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxTexts)
    .execute();
  const textsOf = (type: string) => rows.filter((row) => row.message_type === type).map(({ content }) => content);
  return { notes: textsOf("internal").reverse(), messages: textsOf("email").reverse() };
}

/** The ticket, locked until the transaction ends, so that nobody archives it meanwhile. */
export function lockTrackedTicket(tx: TenantTx, id: string): Promise<{ id: string; isArchived: boolean } | undefined> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "is_archived as isArchived"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A ticket's saved order number, and who saved it. */
export function selectSaved(tx: TenantTx, ticketId: string): Promise<SavedOrderNumber | undefined> {
  return tx
    .selectFrom("ticket_orders as o")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "o.client_id").onRef("u.id", "=", "o.saved_by"))
    .select(["o.order_number as orderNumber", "o.saved_by as savedBy", "o.saved_at as savedAt"])
    .select(sql<string>`coalesce(u.name, o.saved_by_name)`.as("savedByName"))
    .where("o.ticket_id", "=", ticketId)
    .executeTakeFirst();
}

type PageBefore = { ticketId: string; before?: string | undefined; limit: number };
type NewNote = { id: string; ticketId: string; content: string; authorId: string; authorName: string; key: string };

const columns = [
  ...(["id", "ticket_id as ticketId", "content", "author_id as authorId"] as const),
  ...(["author_name as authorName", "created_at as createdAt"] as const),
] as const;

/** A page of a ticket's tracking notes before a given one, newest first. */
export function selectNotes(tx: TenantTx, { ticketId, before, limit }: PageBefore): Promise<TrackingNote[]> {
  return tx
    .selectFrom("tracking_notes as n")
    .select(columns)
    .where("n.ticket_id", "=", ticketId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(n.created_at, n.id) < (select created_at, id from tracking_notes where id = ${before} and ticket_id = ${ticketId})`,
      ),
    )
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit)
    .execute();
}

/** Inserts a note; undefined, inserting nothing, when the key was used. */
export function insertNote(tx: TenantTx, note: NewNote): Promise<TrackingNote | undefined> {
  return tx
    .insertInto("tracking_notes")
    .values({
      id: note.id,
      ticket_id: note.ticketId,
      content: note.content,
      idempotency_key: note.key,
      author_id: note.authorId,
      author_name: note.authorName,
      created_at: sql`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.columns(["client_id", "idempotency_key"]).doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** The note an earlier request with this key wrote. */
export function selectNoteByKey(tx: TenantTx, key: string): Promise<TrackingNote | undefined> {
  return tx.selectFrom("tracking_notes").select(columns).where("idempotency_key", "=", key).executeTakeFirst();
}

/** Puts a ticket's tracking notes on another one, which it is merged into. */
export async function moveTrackingNotes(
  tx: TenantTx,
  { ticketId: from, into: to }: { ticketId: string; into: string },
): Promise<void> {
  const origin = sql<string>`coalesce(merged_from_id, ${from}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: origin })
    .where("ticket_id", "=", from)
    .execute();
}

/** Puts back on a ticket what came from it, or from those that were merged into it, and stands on another one. */
export async function takeTrackingNotesBack(
  tx: TenantTx,
  { from, ticketId: to }: { from: string; ticketId: string },
): Promise<void> {
  const cameBy = sql<string>`any(${await selectBranch(tx, to)}::uuid[])`;
  const origin = sql<string | null>`nullif(merged_from_id, ${to}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: origin })
    .where("ticket_id", "=", from)
    .where("merged_from_id", "=", cameBy)
    .execute();
}

import type { SavedOrderNumber, TrackingNote } from "@deskhand/contract/tracking";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The ticket, locked until the transaction ends, so that nobody archives it meanwhile. */
export function lockTrackedTicket(tx: TenantTx, id: string): Promise<{ id: string; isArchived: boolean } | undefined> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "is_archived as isArchived"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The order number that is kept with a ticket, and who keeps it there. */
export function selectSaved(tx: TenantTx, ticketId: string): Promise<SavedOrderNumber | undefined> {
  return tx
    .selectFrom("ticket_orders as o")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "o.client_id").onRef("u.id", "=", "o.saved_by"))
    .select(["o.order_number as orderNumber", "o.saved_by as savedBy", "o.saved_at as savedAt"])
    .select(sql<string>`coalesce(u.name, o.saved_by_name)`.as("savedByName"))
    .where("o.ticket_id", "=", ticketId)
    .executeTakeFirst();
}

/** Keeps an order number with a ticket, in place of one that was there. */
export async function upsertSavedNumber(
  tx: TenantTx,
  { userId, name }: { userId: string; name: string },
  { ticketId, orderNumber }: { ticketId: string; orderNumber: string },
): Promise<void> {
  const values = {
    order_number: orderNumber,
    saved_by: userId,
    saved_by_name: name,
    saved_at: sql<string>`clock_timestamp()`,
    // It is this ticket's own from now on, whatever it came from.
    merged_from_id: null,
  };
  await tx
    .insertInto("ticket_orders")
    .values({ ticket_id: ticketId, ...values })
    .onConflict((conflict) => conflict.columns(["client_id", "ticket_id"]).doUpdateSet(values))
    .execute();
}

/** Takes the order number of a ticket away. */
export async function deleteSavedNumber(tx: TenantTx, ticketId: string): Promise<void> {
  await tx.deleteFrom("ticket_orders").where("ticket_id", "=", ticketId).execute();
}

type PageBefore = { ticketId: string; before?: string | undefined; limit: number };
type NewNote = { id: string; ticketId: string; content: string; authorId: string; authorName: string; key: string };

const columns = [
  ...(["id", "ticket_id as ticketId", "content", "author_id as authorId"] as const),
  ...(["author_name as authorName", "created_at as createdAt"] as const),
] as const;

/** A page of a ticket's tracking notes before one of them, the newest first. */
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

/** Writes a note; undefined, and nothing is written, when the key was used. */
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

/** The note that an earlier request with this key wrote. */
export function selectNoteByKey(tx: TenantTx, key: string): Promise<TrackingNote | undefined> {
  return tx.selectFrom("tracking_notes").select(columns).where("idempotency_key", "=", key).executeTakeFirst();
}

/**
 * Puts a ticket's tracking notes on another one, which it is merged into, and its order number where that has none. The
 * caller has locked both.
 */
export async function moveTracking(tx: TenantTx, from: string, to: string): Promise<void> {
  const by = sql<string>`coalesce(merged_from_id, ${from}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: by })
    .where("ticket_id", "=", from)
    .execute();
  await tx
    .updateTable("ticket_orders as o")
    .set({ ticket_id: to, merged_from_id: by })
    .where("o.ticket_id", "=", from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ticket_orders as there").select("there.ticket_id").where("there.ticket_id", "=", to))),
    )
    .execute();
}

/** Puts back on a ticket what came from it, or from those that were merged into it (`branch`), and stands on another one. */
export async function takeTrackingBack(
  tx: TenantTx,
  branch: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const cameBy = sql<string>`any(${branch}::uuid[])`;
  const by = sql<string | null>`nullif(merged_from_id, ${to}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: by })
    .where("ticket_id", "=", from)
    .where("merged_from_id", "=", cameBy)
    .execute();
  await tx
    .updateTable("ticket_orders as o")
    .set({ ticket_id: to, merged_from_id: by })
    .where("o.ticket_id", "=", from)
    .where("merged_from_id", "=", cameBy)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ticket_orders as there").select("there.ticket_id").where("there.ticket_id", "=", to))),
    )
    .execute();
}

import type { TrackingNote } from "@deskhand/contract/tracking";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

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
